import type { BankQuestion, BankState, Difficulty } from "@/api/types";
import { withBlanks } from "@/ui/rich-text/gaps";

export const STATE_LABELS: Record<BankState, string> = { draft: "Draft", ready: "Ready", retired: "Retired" };

export const DIFFICULTY_LABELS: Record<Difficulty, string> = { easy: "Easy", medium: "Medium", hard: "Hard" };

/** The beginning of a question, with a line for each gap. */
export const summaryOf = ({ summary, type }: Pick<BankQuestion, "summary" | "type">) =>
  type === "gaps" ? withBlanks(summary) : summary;

/** Name of a question in lists: its title, or the first line of its text. */
export const nameOf = (question: Pick<BankQuestion, "title" | "summary" | "type">) =>
  question.title || summaryOf(question);
