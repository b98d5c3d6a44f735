import { type AnswerDetail, textsOf } from "@/api/questions";
import type { MarkedOption } from "../given/marked-option";

/** Undefined for an answer that is no option: it is shown as a text. */
export function choiceOptions(detail: AnswerDetail): MarkedOption[] | undefined {
  const { answer, correct_answer, option_contents = [] } = detail;
  const options = textsOf(detail);
  if (answer !== "" && !options.includes(answer)) return undefined;
  return options.map((text, index) => ({
    id: text,
    text,
    content: option_contents[index],
    chosen: text === answer,
    correct: text === correct_answer,
  }));
}
