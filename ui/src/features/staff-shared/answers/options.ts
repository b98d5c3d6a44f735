import { type AnswerDetail, choicesOf, textsOf } from "@/api/questions";
import { readIds } from "@/lib/answer";

export interface MarkedOption {
  id: string;
  text: string;
  content: unknown;
  chosen: boolean;
  correct: boolean;
}

/** The options of a choice with the candidate's and the correct ones; undefined for other kinds. */
export function markedOptions(detail: AnswerDetail): MarkedOption[] | undefined {
  const { question_type, answer, correct_answer, correct_answers = [], option_contents = [] } = detail;
  if (question_type === "multiple_choice") {
    const options = textsOf(detail);
    // An answer that is no option is shown as a text.
    if (answer !== "" && !options.includes(answer)) return undefined;
    return options.map((text, index) => ({
      id: text,
      text,
      content: option_contents[index],
      chosen: text === answer,
      correct: text === correct_answer,
    }));
  }
  if (question_type !== "multiple_response") return undefined;
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

export function markWords({ chosen, correct }: MarkedOption): string {
  if (chosen) return correct ? "Chosen, correct" : "Chosen, wrong";
  return correct ? "Correct, not chosen" : "";
}
