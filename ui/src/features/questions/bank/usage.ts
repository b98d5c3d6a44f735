import type { Reply } from "@/api/operations";
import { languageTag } from "@/i18n";
import { spent } from "@/lib/format";
import { wholePercent } from "@/lib/score";
import { t } from "./texts";

const TWO_DIGITS = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

export type QuestionFigures = Reply<"/questions/{id}/figures", "get">;
export type PoolFigures = Reply<"/questions/pool-figures", "post">;

/** "Asked 240 times in 3 tests". */
export function usageWords({ asked, tests, mean, partial }: QuestionFigures): string {
  if (asked === 0) return t("noFinal");
  const times = t(partial ? "askedAtLeast" : "asked", { times: asked, tests });
  return mean === null ? t("tooFew", { asked: times }) : times;
}

interface Figure {
  label: string;
  value: string;
}

/** "0.34". */
export const discriminationWords = (value: number) => value.toLocaleString(languageTag(), TWO_DIGITS);

/** The figures that are known: none of too few answers. */
export function usageFigures({ mean, discrimination, median_seconds }: QuestionFigures): Figure[] {
  if (mean === null) return [];
  const figures = [{ label: t("mean"), value: wholePercent(mean) }];
  if (discrimination !== null)
    figures.push({ label: t("discrimination"), value: discriminationWords(discrimination) });
  if (median_seconds !== null) figures.push({ label: t("median"), value: spent(median_seconds) });
  return figures;
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
