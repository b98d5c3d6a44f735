import { RotateCcw, TriangleAlert } from "lucide-react";
import type { Theme } from "@/lib/themes";
import { Button, IconButton } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { type Colours, isColour, isHex, SLOTS, themeLabel, weakPairs } from "./custom";
import { t } from "./texts";

interface SlotProps {
  label: string;
  colour: string;
  changed: boolean;
  onChange: (colour: string) => void;
  onReset: () => void;
}

function Slot({ label, colour, changed, onChange, onReset }: SlotProps) {
  return (
    <Field label={label} error={isColour(colour) ? undefined : t("notAColour")}>
      <div className="flex items-center gap-2">
        <input
          type="color"
          aria-label={t("picker", { label })}
          value={isHex(colour) ? colour.toLowerCase() : "#000000"}
          onChange={(event) => onChange(event.target.value)}
          className="h-10 w-11 shrink-0 cursor-pointer rounded-control border border-line-strong bg-surface p-1"
        />
        <Input
          value={colour}
          dir="ltr"
          spellCheck={false}
          maxLength={60}
          className="font-mono"
          onChange={(event) => onChange(event.target.value.trim())}
        />
        <IconButton label={t("reset", { label })} disabled={!changed} onClick={onReset}>
          <RotateCcw aria-hidden="true" className="size-4" />
        </IconButton>
      </div>
    </Field>
  );
}

interface Props {
  theme: Theme;
  custom: Colours;
  onChange: (custom: Colours) => void;
}

const MAX_WARNINGS = 6;

/** Custom colours of the chosen theme, previewed on the page, with contrast warnings. */
export function CustomColours({ theme, custom, onChange }: Props) {
  const weak = weakPairs(theme, custom);
  const without = (slot: string) => {
    const { [slot]: _, ...rest } = custom;
    return rest;
  };
  return (
    <section aria-labelledby="custom-colours" className="mt-8 border-line border-t pt-6">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <div>
          <h3 id="custom-colours" className="font-semibold text-base">
            {t("customColours")}
          </h3>
          <p className="mt-0.5 text-muted text-sm">{t("override", { theme: themeLabel(theme) })}</p>
        </div>
        <Button
          variant="secondary"
          size="sm"
          disabled={Object.keys(custom).length === 0}
          onClick={() => onChange({})}
        >
          {t("resetAll")}
        </Button>
      </div>
      {weak.length > 0 && (
        <div role="status" className="toned tone-amber mb-4 rounded-control p-4 text-sm">
          <p className="flex gap-2 font-medium">
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            {t("cannotRead")}
          </p>
          <ul className="mt-2 list-disc space-y-0.5 ps-11 text-xs tabular-nums">
            {weak.slice(0, MAX_WARNINGS).map(({ slot, text }) => (
              <li key={slot}>{text}</li>
            ))}
            {weak.length > MAX_WARNINGS && <li>{t("andMore", { count: weak.length - MAX_WARNINGS })}</li>}
          </ul>
        </div>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        {SLOTS.map((slot) => (
          <Slot
            key={slot}
            label={t(slot)}
            colour={custom[slot] ?? theme.colors[slot] ?? ""}
            changed={slot in custom}
            onChange={(colour) => onChange({ ...custom, [slot]: colour })}
            onReset={() => onChange(without(slot))}
          />
        ))}
      </div>
    </section>
  );
}
