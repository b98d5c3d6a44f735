import type { Rubric } from "@/api/types";
import { earnedWords } from "@/lib/score";
import { effectWords, keyOfItem, rubricPoints, toggled } from "./rules";
import { t } from "./texts";

interface Props {
  rubric: Rubric;
  /** The question's points as it was asked. */
  full: number;
  chosen: readonly string[];
  /** Digits choose items. */
  keyed: boolean;
  onChange: (chosen: string[]) => void;
}

/** The items that make the points of an answer. */
export function RubricPanel({ rubric, full, chosen, keyed, onChange }: Props) {
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{t("rubric")}</legend>
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <p aria-hidden="true" className="font-medium text-sm">
          {t("rubric")}
        </p>
        <p aria-live="polite" className="font-semibold text-sm tabular-nums">
          {earnedWords(rubricPoints(rubric, full, chosen), full)}
        </p>
      </div>
      <ul className="divide-y divide-line overflow-hidden rounded-control border border-line bg-surface">
        {rubric.items.map((item, index) => {
          const key = keyed ? keyOfItem(index) : null;
          return (
            <li key={item.id}>
              <label className="flex min-h-10 cursor-pointer items-start gap-3 px-3 py-2 text-sm hover:bg-subtle has-checked:bg-primary/8">
                <input
                  type="checkbox"
                  className="mt-0.5 size-4 shrink-0 accent-primary"
                  checked={chosen.includes(item.id)}
                  aria-keyshortcuts={key ?? undefined}
                  onChange={() => onChange(toggled(rubric, chosen, item.id))}
                />
                {key && (
                  <kbd className="min-w-4 text-center font-sans text-muted text-xs leading-5">{key}</kbd>
                )}
                <span dir="auto" className="min-w-0 flex-1 break-words">
                  {item.text}
                </span>
                <span className="shrink-0 font-medium text-ink-2 tabular-nums">
                  {effectWords(rubric.mode, item.points)}
                </span>
              </label>
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}
