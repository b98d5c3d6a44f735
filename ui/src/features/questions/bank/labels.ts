import type { BankQuestion, BankState, Difficulty } from "@/api/types";
import { withBlanks } from "@/ui/rich-text/gaps";
import { t } from "./texts";

export const stateLabel = (state: BankState) => t(state);

export const difficultyLabel = (difficulty: Difficulty) => t(difficulty);

/** The beginning of a question, with a line for each gap. */
export const summaryOf = ({ summary, type }: Pick<BankQuestion, "summary" | "type">) =>
  type === "gaps" ? withBlanks(summary) : summary;

/** Name of a question in lists: its title, or the first line of its text. */
export const nameOf = (question: Pick<BankQuestion, "title" | "summary" | "type">) =>
  question.title || summaryOf(question);
