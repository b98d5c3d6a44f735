import { clsx } from "clsx";
import { CircleAlert, CircleCheck, CloudOff, RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import { t } from "../texts";
import { useTake } from "../useTake";
import type { HeldAnswers } from "./HeldAnswers";
import { type SaveTone, saveWords } from "./save-labels";

const strong = (inside: ReactNode) => <strong className="font-semibold">{inside}</strong>;

const ICONS = { calm: RefreshCw, good: CircleCheck, worry: CloudOff, bad: CircleAlert };
const COLOURS: Record<SaveTone, string> = {
  calm: "text-muted",
  good: "text-success",
  worry: "text-warning",
  bad: "text-error",
};

/** Fixed height, so that a save causes no layout shift: one line, two on very narrow screens. */
export function SaveStatus({ className }: { className?: string }) {
  const save = useTake((state) => state.save);
  const durable = useTake((state) => state.durable);
  const { text, tone } = saveWords(save, durable);
  const Icon = ICONS[tone];
  return (
    <p
      data-save={save.kind}
      className={clsx(
        "flex min-h-4 items-center gap-1.5 text-xs tabular-nums max-[23rem]:min-h-8",
        COLOURS[tone],
        className,
      )}
    >
      <Icon aria-hidden="true" className="size-3.5 shrink-0" />
      {/* Another state is another element: what a translator has still in work for the last one finds nothing. */}
      <span key={text}>{text}</span>
    </p>
  );
}

/**
 * Problems that need the candidate's attention. Announced to screen readers; ordinary saves are not. `held`: names the
 * answers that are not on the server, once it is loaded.
 */
export function SaveAlerts({ held: Held }: { held: typeof HeldAnswers | undefined }) {
  const save = useTake((state) => state.save);
  const durable = useTake((state) => state.durable);
  const named = Held && (save.kind === "blocked" || save.kind === "refused") ? save.questions : undefined;
  const detail = (save.kind === "refused" || save.kind === "busy") && !named ? save.detail : undefined;
  const shown = !durable || detail || named || save.kind === "aside";
  return (
    // Out of the flow while empty, so that screen reader text causes no layout shift.
    <div role="status" className={shown ? "space-y-3" : "sr-only"}>
      {save.kind === "offline" && <p className="sr-only">{t("connectionLost")}</p>}
      {!durable && (
        <p className="toned tone-amber rounded-control px-4 py-3">{t.rich("keepsNothing", { b: strong })}</p>
      )}
      {detail && (
        <p
          className={clsx(
            "toned rounded-control px-4 py-3",
            save.kind === "refused" ? "tone-red" : "tone-amber",
          )}
        >
          {t.rich("notOnServer", { b: strong, detail })}
        </p>
      )}
      {named && Held && (
        <Held questions={named} refusal={save.kind === "refused" ? save.detail : undefined} />
      )}
      {save.kind === "aside" && (
        <p className="toned tone-red rounded-control px-4 py-3">{t.rich("openElsewhere", { b: strong })}</p>
      )}
    </div>
  );
}
