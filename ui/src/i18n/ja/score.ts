import type { score as english } from "../en/score";
import type { Translation } from "../typed";

export const score = {
  earned: "{count, plural, other {#点}}中{earned}点",
  toReview: "{count, plural, other {#点}}は採点待ち",
  toJudge: "{count, plural, other {#点}}は自動判定待ち",
  notJudged: "{count, plural, other {#点}}は未判定",
  toJudgeAndReview: "{count, plural, other {#点}}は判定・採点待ち",
  notJudgedOrReviewed: "{count, plural, other {#点}}は未判定または未採点",
  scoredAndPending: "{scored}、{pending}",
} as const satisfies Translation<typeof english>;
