import type { Points } from "@/api/types";
import { texts } from "@/i18n";
import { score } from "@/i18n/en/score";

const t = texts("score", score);

export type ScoreTone = "green" | "amber" | "red";

/** 70 percent or more is green, 50 or more yellow, less is red (docs/behaviour/results.md#scoring-and-review). */
export function scoreTone(percent: number): ScoreTone {
  if (percent >= 70) return "green";
  return percent >= 50 ? "amber" : "red";
}

/** A whole percent, for lists (docs/behaviour/results.md#scoring-and-review). */
export const wholePercent = (percent: number) => `${Math.round(percent)}%`;
/**
 * One decimal, for summaries (docs/behaviour/results.md#scoring-and-review). Percentages have two: 82.35 is rounded up, though its
 * binary form is a little smaller.
 */
export const exactPercent = (percent: number) =>
  `${(Math.round(Number((percent * 10).toPrecision(12))) / 10).toFixed(1)}%`;

/** "2.5 of 5 points". */
export const earnedWords = (earned: number, count: number) => t("earned", { earned, count });

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
