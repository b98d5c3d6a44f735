import type { score as english } from "../en/score";
import type { Translation } from "../typed";

export const score = {
  earned: "{earned} z {count, plural, one {# punktu} few {# punktów} many {# punktów} other {# punktu}}",
  toReview: "{count, plural, one {# punkt} few {# punkty} many {# punktów} other {# punktu}} do oceny",
  toJudge:
    "{count, plural, one {# punkt} few {# punkty} many {# punktów} other {# punktu}} do automatycznego sprawdzenia",
  notJudged: "niesprawdzone: {count, plural, one {# punkt} few {# punkty} many {# punktów} other {# punktu}}",
  toJudgeAndReview:
    "{count, plural, one {# punkt} few {# punkty} many {# punktów} other {# punktu}} do sprawdzenia i oceny",
  notJudgedOrReviewed:
    "niesprawdzone lub nieocenione: {count, plural, one {# punkt} few {# punkty} many {# punktów} other {# punktu}}",
  scoredAndPending: "{scored}, {pending}",
} as const satisfies Translation<typeof english>;
