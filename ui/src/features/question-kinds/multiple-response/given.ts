import { type AnswerDetail, choicesOf } from "@/api/questions";
import { readIds } from "@/lib/answer";
import type { MarkedOption } from "../given/marked-option";

/** Undefined for an answer that does not name options. */
export function responseOptions(detail: AnswerDetail): MarkedOption[] | undefined {
  const { answer, correct_answers = [] } = detail;
  const options = choicesOf(detail);
  const chosen = readIds(
    answer,
    options.map(({ id }) => id),
  );
  return (
    chosen &&
    options.map(({ id, text, content }) => ({
      id,
      text,
      content,
      chosen: chosen.includes(id),
      correct: correct_answers.includes(id),
    }))
  );
}
