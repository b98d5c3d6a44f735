import type { QuestionType } from "@/api/types";

interface Traits {
  /** How an answer is written with nothing but the browser's own fields; null if it cannot be. */
  plain: "option" | "text" | "code" | null;
  /** `people`: or tests of code. */
  scoredBy: "key" | "people";
  /** A partly correct answer can earn a part of the points. */
  partMarks: boolean;
}

const TRAITS: Record<QuestionType, Traits> = {
  multiple_choice: { plain: "option", scoredBy: "key", partMarks: false },
  multiple_response: { plain: null, scoredBy: "key", partMarks: true },
  short_text: { plain: "text", scoredBy: "key", partMarks: false },
  gaps: { plain: null, scoredBy: "key", partMarks: true },
  essay: { plain: "text", scoredBy: "people", partMarks: false },
  coding: { plain: "code", scoredBy: "people", partMarks: false },
  numeric: { plain: "text", scoredBy: "key", partMarks: true },
  ordering: { plain: null, scoredBy: "key", partMarks: true },
  matching: { plain: null, scoredBy: "key", partMarks: true },
};

/** Null also for a kind that this page does not know: it may be older than its server. */
export const plainOf = (type: QuestionType) => (TRAITS as Partial<typeof TRAITS>)[type]?.plain ?? null;
export const isScoredByPeople = (type: QuestionType) => TRAITS[type].scoredBy === "people";
export const hasPartMarks = (type: QuestionType) => TRAITS[type].partMarks;
