import type { Points } from "@/api/types";
import { languageTag, texts } from "@/i18n";
import { score } from "@/i18n/en/score";

const t = texts("score", score);

export type ScoreTone = "green" | "amber" | "red";

/** 70 percent or more is green, 50 or more yellow, less is red (docs/behaviour/results.md#scoring-and-review). */
export function scoreTone(percent: number): ScoreTone {
  if (percent >= 70) return "green";
  return percent >= 50 ? "amber" : "red";
}

const made = new Map<string, Intl.NumberFormat>();

/** Formats with at least and at most so many decimals. */
function numbers(style: "percent" | "decimal", least: number, most: number): Intl.NumberFormat {
  // One kind of digits on a page.
  const locale = `${languageTag()}-u-nu-latn`;
  const key = `${locale} ${style} ${least} ${most}`;
  let format = made.get(key);
  if (!format) {
    const decimals = { minimumFractionDigits: least, maximumFractionDigits: most };
    format = new Intl.NumberFormat(locale, { style, useGrouping: false, ...decimals });
    made.set(key, format);
  }
  return format;
}

/** "62.0%" or "62,0 %". */
const percentWords = (percent: number, least: number, most = least) =>
  numbers("percent", least, most).format(percent / 100);

/** A percent that a person has set: with the decimals that it has. */
export const percentAsSet = (percent: number) => percentWords(percent, 0, 2);

/** A whole percent, for lists (docs/behaviour/results.md#scoring-and-review). */
export const wholePercent = (percent: number) => percentWords(Math.round(percent), 0);
/**
 * One decimal, for summaries (docs/behaviour/results.md#scoring-and-review). Percentages have two: 82.35 is rounded up, though its
 * binary form is a little smaller.
 */
export const exactPercent = (percent: number) =>
  percentWords(Math.round(Number((percent * 10).toPrecision(12))) / 10, 1);

/** "2.5 of 5 points". */
export const earnedWords = (earned: number, count: number) =>
  t("earned", { earned: numbers("decimal", 0, 20).format(earned), count });

/** A receipt of an older page does not say how far its judging is. */
export type PointsSoFar = Omit<Points, "judging"> & Partial<Pick<Points, "judging">>;

/** Reason why points are missing. */
const WAITS = { none: "toReview", waiting: "toJudge", failed: "notJudged", done: "toReview" } as const;

/** The same where answers wait for people, too. */
const WAITS_FOR_BOTH = { ...WAITS, waiting: "toJudgeAndReview", failed: "notJudgedOrReviewed" } as const;

/** The points of a score that is not final yet: what was earned of what is scored, and what waits. */
export function pointsWords(score: PointsSoFar): {
  scored: string | null;
  pending: string;
} {
  const { earned_points, pending_points, total_points, judging = "none", waits_for_review = false } = score;
  const waits = waits_for_review ? WAITS_FOR_BOTH : WAITS;
  const possible = total_points - pending_points;
  return {
    // Partly right answers earn fractions of points, such as thirds.
    scored: possible > 0 ? earnedWords(Number(earned_points.toFixed(2)), possible) : null,
    pending: t(waits[judging], { count: pending_points }),
  };
}

/** "2 of 16 points, 60 points to review". */
export function provisionalWords(of: PointsSoFar): string {
  const { scored, pending } = pointsWords(of);
  return scored ? t("scoredAndPending", { scored, pending }) : pending;
}
