import type { BankQuestionDetail, BankQuestionInput, Difficulty, Question } from "@/api/types";
import { sent } from "@/features/question-kinds/sent";
import { t } from "@/features/questions/bank/texts";
import { questionWords } from "../../form/question-labels";
import { difficultyLabel, stateLabel } from "../labels";

/** Fields of the form beside the question. */
export interface BankFields {
  /** Empty: the first line of the text. */
  title: string;
  difficulty: Difficulty | "";
  state: "draft" | "ready";
}

export const BLANK: BankFields = { title: "", difficulty: "", state: "draft" };

export const fieldsOf = ({ title, summary, difficulty, state }: BankQuestionDetail): BankFields => ({
  title: title === summary ? "" : title,
  difficulty: difficulty ?? "",
  state: state === "draft" ? "draft" : "ready",
});

/** `base`: what was read, and is replaced; null for a new question. */
export function toInput(
  fields: BankFields,
  question: Question,
  base: BankQuestionDetail | null,
): BankQuestionInput {
  return {
    title: fields.title.trim(),
    difficulty: fields.difficulty || null,
    // A retired question stays so: only taking it back changes that.
    ...(base?.state !== "retired" && { state: fields.state }),
    question: sent(question),
    ...(base && { revision: base.revision }),
  };
}

/** A question with what the bank knows of it, as text for people to compare. */
export function bankWords({ title, difficulty, state }: BankFields, question: Question): string {
  const head = [
    title.trim() && t("titleIs", { title: title.trim() }),
    difficulty && t("difficultyIs", { difficulty: difficultyLabel(difficulty) }),
    t("stateIs", { state: stateLabel(state) }),
    questionWords(question),
  ];
  return head.filter(Boolean).join("\n");
}
