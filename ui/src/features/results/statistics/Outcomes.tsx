import { Check } from "lucide-react";
import type { QuestionStatistics } from "@/api/types";
import { plural } from "@/lib/format";

/** "5 right, 2 partly right, 1 wrong, 1 blank": only what there is. */
function outcomeWords({ correct, partial, wrong, blank }: QuestionStatistics): string {
  const counts: [number, string][] = [
    [correct, "right"],
    [partial, "partly right"],
    [wrong, "wrong"],
    [blank, "blank"],
  ];
  return counts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}`)
    .join(", ");
}

/** How the scored answers turned out, and how often each option was chosen. */
export function Outcomes({ question }: { question: QuestionStatistics }) {
  const { choices = [] } = question;
  return (
    <>
      <p className="text-muted text-xs tabular-nums">{outcomeWords(question)}</p>
      {choices.length > 0 && (
        <details className="mt-1 text-xs">
          <summary className="cursor-pointer text-ink-2">Options chosen</summary>
          <ul className="mt-1 space-y-1">
            {choices.map(({ id, text, is_correct, count }) => (
              <li key={id ?? text} className="flex items-start gap-1.5">
                {is_correct ? (
                  <Check aria-label="Correct" className="mt-0.5 size-3.5 shrink-0 text-success" />
                ) : (
                  <span className="w-3.5 shrink-0" />
                )}
                <bdi className="line-clamp-2 min-w-0">{text}</bdi>
                <span className="shrink-0 text-muted tabular-nums">{plural(count, "time")}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
