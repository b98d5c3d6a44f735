import type { Reply } from "@/api/operations";
import { plural, spent } from "@/lib/format";
import { wholePercent } from "@/lib/score";

export type QuestionFigures = Reply<"/questions/{id}/figures", "get">;
export type PoolFigures = Reply<"/questions/pool-figures", "post">;

/** "Asked 240 times in 3 tests, mean 61%, discrimination 0.34, median 3 min 10 s" */
export function usageWords(figures: QuestionFigures): string {
  const { asked, tests, mean, discrimination, median_seconds, partial } = figures;
  if (asked === 0) return "No final result has an answer to it yet.";
  const times = `Asked ${partial ? "at least " : ""}${plural(asked, "time")} in ${plural(tests, "test")}`;
  if (mean === null) return `${times}: too few answers yet.`;
  const known = [
    times,
    `mean ${wholePercent(mean)}`,
    discrimination !== null && `discrimination ${discrimination.toFixed(2)}`,
    median_seconds !== null && `median ${spent(median_seconds)}`,
  ];
  return known.filter(Boolean).join(", ");
}

/** How far the questions of a pool are from one difficulty; null where nothing can be said. */
export function poolUsageWords(figures: PoolFigures): string | null {
  const { ready, measured, easiest, hardest, uneven } = figures;
  if (ready < 2) return null;
  if (!easiest || !hardest) return "Too few answers yet to compare how difficult they are.";
  const [high, low] = [wholePercent(easiest.mean), wholePercent(hardest.mean)];
  if (uneven)
    return (
      `These questions differ much in difficulty: candidates earned ${high} of the points of “${easiest.name}” ` +
      `and ${low} of those of “${hardest.name}” on average.`
    );
  return `Mean scores from ${low} to ${high}, of ${measured} with enough answers.`;
}
