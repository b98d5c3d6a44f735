/** A score that is not final. */
export const score = {
  earned: "{earned} of {count, plural, one {# point} other {# points}}",
  toReview: "{count, plural, one {# point} other {# points}} to review",
  toJudge: "{count, plural, one {# point} other {# points}} to judge",
  notJudged: "{count, plural, one {# point} other {# points}} not judged",
  toJudgeAndReview: "{count, plural, one {# point} other {# points}} to judge and review",
  notJudgedOrReviewed: "{count, plural, one {# point} other {# points}} not judged or reviewed",
  scoredAndPending: "{scored}, {pending}",
} as const;
