import { clsx } from "clsx";
import { t } from "../answer/texts";

export type Pane = "code" | "run";

const LABELS = { code: "codePane", run: "run" } as const;

/** On a phone one pane is shown at a time. Buttons, because both panes stay in the page. */
export function PaneTabs({ pane, onPane }: { pane: Pane; onPane(pane: Pane): void }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in every browser
    <div
      role="group"
      aria-label={t("panes")}
      className="mb-3 grid grid-cols-2 gap-1 rounded-control bg-subtle p-1 lg:hidden"
    >
      {(["code", "run"] as const).map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={pane === name}
          className={clsx(
            "min-h-10 rounded-md px-3 font-medium text-sm",
            pane === name ? "bg-raised text-ink shadow-xs ring-1 ring-line-strong/50" : "text-ink-2",
          )}
          onClick={() => onPane(name)}
        >
          {t(LABELS[name])}
        </button>
      ))}
    </div>
  );
}
