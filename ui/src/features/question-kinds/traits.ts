import type { QuestionType } from "@/api/types";

interface Traits {
  /** How an answer is written with nothing but the browser's own fields; null if it cannot be. */
  plain: "option" | "text" | "code" | null;
  /** `people`: or tests of code. */
  scoredBy: "key" | "people";
  /** A partly correct answer can earn a part of the points. */
  partMarks: boolean;
}

/** Of a kind with parts, and of one that this page does not know: it may be older than its server. */
const OF_PARTS: Traits = { plain: null, scoredBy: "key", partMarks: true };

/** Kinds that are otherwise. */
const TRAITS: Partial<Record<QuestionType, Traits>> = {
  multiple_choice: { plain: "option", scoredBy: "key", partMarks: false },
  short_text: { plain: "text", scoredBy: "key", partMarks: false },
  essay: { plain: "text", scoredBy: "people", partMarks: false },
  coding: { plain: "code", scoredBy: "people", partMarks: false },
  numeric: { plain: "text", scoredBy: "key", partMarks: true },
};

const traitsOf = (type: QuestionType) => TRAITS[type] ?? OF_PARTS;

export const plainOf = (type: QuestionType) => traitsOf(type).plain;
export const isScoredByPeople = (type: QuestionType) => traitsOf(type).scoredBy === "people";
export const hasPartMarks = (type: QuestionType) => traitsOf(type).partMarks;
