import { clsx } from "clsx";
import { Check } from "lucide-react";
import type { QuestionStatistics } from "@/api/types";
import { t } from "./texts";

/** "5 right, 2 partly right, 1 wrong, 1 blank": only what there is. */
function outcomeWords({ correct, partial, wrong, blank }: QuestionStatistics): string {
  const counts = [
    ["right", correct],
    ["partlyRight", partial],
    ["wrong", wrong],
    ["blank", blank],
  ] as const;
  return counts
    .filter(([, count]) => count > 0)
    .map(([key, count]) => t(key, { count }))
    .join(", ");
}

/** How the scored answers turned out. */
export const OutcomeWords = ({ question }: { question: QuestionStatistics }) => (
  <span>{outcomeWords(question)}</span>
);

/** How often each option was chosen. */
export function Chosen({ question }: { question: QuestionStatistics }) {
  const { choices = [] } = question;
  if (choices.length === 0) return null;
  const most = Math.max(1, ...choices.map(({ count }) => count));
  return (
    <ul aria-label={t("optionsChosen")} className="mt-1.5 max-w-2xl space-y-1 text-xs">
      {choices.map(({ id, text, is_correct, count }) => (
        <li
          key={id ?? text}
          className="grid grid-cols-[1rem_minmax(0,1fr)_minmax(4rem,30%)_3.5rem] items-center gap-1.5"
        >
          {is_correct ? <Check aria-label={t("correct")} className="size-3.5 text-success" /> : <span />}
          <bdi title={text} className="truncate">
            {text}
          </bdi>
          <span aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-subtle">
            <span
              className={clsx("block h-full rounded-full", is_correct ? "bg-success" : "bg-primary/50")}
              style={{ width: `${(count / most) * 100}%` }}
            />
          </span>
          <span className="text-end text-muted tabular-nums">{t("times", { count })}</span>
        </li>
      ))}
    </ul>
  );
}
