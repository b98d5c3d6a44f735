import type { BankQuestion, BankState, Difficulty } from "@/api/types";

export const STATE_LABELS: Record<BankState, string> = { draft: "Draft", ready: "Ready", retired: "Retired" };

export const DIFFICULTY_LABELS: Record<Difficulty, string> = { easy: "Easy", medium: "Medium", hard: "Hard" };

/** What lists call a question: its title, or the first line of its text. */
export const nameOf = ({ title, summary }: Pick<BankQuestion, "title" | "summary">) => title || summary;
