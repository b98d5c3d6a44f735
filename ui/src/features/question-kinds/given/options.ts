import type { AnswerDetail, QuestionType } from "@/api/questions";
import { choiceOptions } from "../multiple-choice/given";
import { responseOptions } from "../multiple-response/given";
import { t } from "../staff-texts";
import type { MarkedOption } from "./marked-option";

type OptionsOf = (detail: AnswerDetail) => MarkedOption[] | undefined;

/** Answers of other kinds are shown as a text. */
const OPTIONS: Partial<Record<QuestionType, OptionsOf>> = {
  multiple_choice: choiceOptions,
  multiple_response: responseOptions,
};

/** The options of a choice with the candidate's and the correct ones; undefined for other answers. */
export const markedOptions = (detail: AnswerDetail) => OPTIONS[detail.question_type]?.(detail);

export function markWords({ chosen, correct }: MarkedOption): string {
  if (chosen) return t(correct ? "chosenCorrect" : "chosenWrong");
  return correct ? t("notChosen") : "";
}
