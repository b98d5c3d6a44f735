import type { score as english } from "../en/score";
import type { Translation } from "../typed";

export const score = {
  earned: "{earned} de {count, plural, one {# ponto} other {# pontos}}",
  toReview: "{count, plural, one {# ponto} other {# pontos}} a avaliar",
  toJudge: "{count, plural, one {# ponto} other {# pontos}} em verificação automática",
  notJudged: "{count, plural, one {# ponto não verificado} other {# pontos não verificados}}",
  toJudgeAndReview: "{count, plural, one {# ponto} other {# pontos}} a verificar e avaliar",
  notJudgedOrReviewed:
    "{count, plural, one {# ponto não verificado ou avaliado} other {# pontos não verificados ou avaliados}}",
  scoredAndPending: "{scored}, {pending}",
} as const satisfies Translation<typeof english>;
