import type { score as english } from "../en/score";
import type { Translation } from "../typed";

export const score = {
  earned: "{earned} sur {count, plural, one {# point} other {# points}}",
  toReview: "{count, plural, one {# point} other {# points}} à corriger",
  toJudge: "{count, plural, one {# point} other {# points}} à vérifier automatiquement",
  notJudged: "{count, plural, one {# point non vérifié} other {# points non vérifiés}}",
  toJudgeAndReview: "{count, plural, one {# point} other {# points}} à vérifier et à corriger",
  notJudgedOrReviewed:
    "{count, plural, one {# point non vérifié ou non corrigé} other {# points non vérifiés ou non corrigés}}",
  scoredAndPending: "{scored}, {pending}",
} as const satisfies Translation<typeof english>;
