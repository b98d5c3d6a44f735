export type ScoreTone = "green" | "amber" | "red";

/** 70 percent or more is green, 50 or more yellow, less is red (docs/behaviour.md#scoring-and-review). */
export function scoreTone(percent: number): ScoreTone {
  if (percent >= 70) return "green";
  return percent >= 50 ? "amber" : "red";
}

/** A whole percent, for lists (docs/behaviour.md#scoring-and-review). */
export const wholePercent = (percent: number) => `${Math.round(percent)}%`;
/** One decimal, for summaries (docs/behaviour.md#scoring-and-review). */
export const exactPercent = (percent: number) => `${percent.toFixed(1)}%`;
