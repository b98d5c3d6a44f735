import type { score as english } from "../en/score";
import type { Translation } from "../typed";

export const score = {
  earned: "{earned} de {count, plural, one {# punto} other {# puntos}}",
  toReview: "{count, plural, one {# punto} other {# puntos}} por revisar",
  toJudge: "{count, plural, one {# punto} other {# puntos}} por comprobar automáticamente",
  notJudged: "{count, plural, one {# punto sin comprobar} other {# puntos sin comprobar}}",
  toJudgeAndReview: "{count, plural, one {# punto} other {# puntos}} por comprobar y revisar",
  notJudgedOrReviewed:
    "{count, plural, one {# punto sin comprobar o revisar} other {# puntos sin comprobar o revisar}}",
  scoredAndPending: "{scored}, {pending}",
} as const satisfies Translation<typeof english>;
