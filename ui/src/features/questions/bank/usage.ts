import type { Reply } from "@/api/operations";
import { languageTag } from "@/i18n";
import { spent } from "@/lib/format";
import { wholePercent } from "@/lib/score";
import { t } from "./texts";

const TWO_DIGITS = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

export type QuestionFigures = Reply<"/questions/{id}/figures", "get">;
export type PoolFigures = Reply<"/questions/pool-figures", "post">;

/** "Asked 240 times in 3 tests, mean 61%, discrimination 0.34, median 3 min 10 s" */
export function usageWords(figures: QuestionFigures): string {
  const { asked, tests, mean, discrimination, median_seconds, partial } = figures;
  if (asked === 0) return t("noFinal");
  const times = t(partial ? "askedAtLeast" : "asked", { times: asked, tests });
  if (mean === null) return t("tooFew", { asked: times });
  const known = [
    times,
    t("mean", { score: wholePercent(mean) }),
    discrimination !== null &&
      t("discrimination", { value: discrimination.toLocaleString(languageTag(), TWO_DIGITS) }),
    median_seconds !== null && t("median", { time: spent(median_seconds) }),
  ];
  return known.filter(Boolean).join(", ");
}

/** How far the questions of a pool are from one difficulty; null where nothing can be said. */
export function poolUsageWords(figures: PoolFigures): string | null {
  const { ready, measured, easiest, hardest, uneven } = figures;
  if (ready < 2) return null;
  if (!easiest || !hardest) return t("tooFewToCompare");
  const [high, low] = [wholePercent(easiest.mean), wholePercent(hardest.mean)];
  if (uneven) return t("uneven", { high, easiest: easiest.name, low, hardest: hardest.name });
  return t("meanRange", { low, high, measured });
}
