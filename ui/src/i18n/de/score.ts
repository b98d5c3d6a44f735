import type { score as english } from "../en/score";
import type { Translation } from "../typed";

export const score = {
  earned: "{earned} von {count, plural, one {# Punkt} other {# Punkten}}",
  toReview: "{count, plural, one {# Punkt} other {# Punkte}} noch zu bewerten",
  toJudge: "{count, plural, one {# Punkt} other {# Punkte}} noch automatisch zu prüfen",
  notJudged: "{count, plural, one {# Punkt} other {# Punkte}} nicht geprüft",
  toJudgeAndReview: "{count, plural, one {# Punkt} other {# Punkte}} noch zu prüfen und zu bewerten",
  notJudgedOrReviewed: "{count, plural, one {# Punkt} other {# Punkte}} nicht geprüft oder bewertet",
  scoredAndPending: "{scored}, {pending}",
} as const satisfies Translation<typeof english>;
