import { Plus, Trash2 } from "lucide-react";
import { useId } from "react";
import { t } from "@/features/question-kinds/staff-texts";
import { Button, IconButton } from "@/ui/Button";
import { LineField } from "@/ui/LineField";
import { PinOption } from "../form/PinOption";
import type { FormProps } from "../form/props";
import { equalOptions, OPTIONS_MAX, OPTIONS_MIN, withOption, withoutOption, withPinned } from "./key";

/** Two to six options, one of them marked as the correct answer. */
export function OptionsForm({ draft, onChange, errorOf }: FormProps) {
  const id = useId();
  const errorId = `${id}-error`;
  const { options } = draft;
  const twins = equalOptions(options);
  // Shown while typing: of two equal options neither can be the correct one.
  const problem = errorOf("options", "correct_answer") ?? (twins.size > 0 ? t("sameOptions") : undefined);
  return (
    <fieldset aria-describedby={problem ? errorId : undefined} className="min-w-0 space-y-2">
      <legend className="mb-2 font-medium text-sm">
        {t.rich("optionsLegend", {
          hint: (inside) => <span className="font-normal text-muted">{inside}</span>,
        })}
      </legend>
      {options.map((option, index) => {
        const number = index + 1;
        const blank = option.trim() === "";
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: an option has no identity but its position
          <div key={index} className="flex items-center gap-2">
            <label className="grid size-10 shrink-0 place-items-center">
              <span className="sr-only">{t("optionIsTheCorrect", { number })}</span>
              <input
                type="radio"
                name={id}
                disabled={blank || twins.has(index)}
                checked={!blank && !twins.has(index) && draft.correct_answer === option}
                onChange={() => onChange({ correct_answer: option })}
                className="size-4 accent-primary disabled:opacity-70"
              />
            </label>
            <LineField
              aria-label={t("option", { number })}
              placeholder={t("option", { number })}
              aria-invalid={twins.has(index) || undefined}
              value={option}
              onChange={(event) => onChange(withOption(draft, index, event.target.value))}
            />
            <PinOption
              number={number}
              pinned={!blank && draft.pinned_options.includes(option)}
              disabled={blank || twins.has(index)}
              onChange={(pinned) => onChange(withPinned(draft, option, pinned))}
            />
            <IconButton
              label={t("removeOption", { number })}
              disabled={options.length <= OPTIONS_MIN}
              onClick={() => onChange(withoutOption(draft, index))}
            >
              <Trash2 aria-hidden="true" className="size-4" />
            </IconButton>
          </div>
        );
      })}
      {problem && (
        <p id={errorId} role="alert" className="font-medium text-error text-xs">
          {problem}
        </p>
      )}
      {options.length < OPTIONS_MAX && (
        <Button variant="ghost" size="sm" icon={Plus} onClick={() => onChange({ options: [...options, ""] })}>
          {t("addOption")}
        </Button>
      )}
    </fieldset>
  );
}
