import type { QuestionType } from "@/api/questions";

/** Hint of a kind: its task, and who scores it. */
export const KIND_HINTS: Record<QuestionType, string> = {
  multiple_choice: "One correct option from a list. Scored automatically.",
  multiple_response: "Any number of correct options. Scored automatically.",
  short_text: "A word or a line that equals one of your answers. Scored automatically.",
  gaps: "Words, numbers or choices within a text. Scored automatically.",
  essay: "Free text. Scored by a person.",
  coding: "A program. Scored by its tests, or by a person.",
  numeric: "A number, with a tolerance and a unit if you like. Scored automatically.",
  ordering: "Items to put into the right order. Scored automatically.",
  matching: "Prompts, each with its match. Scored automatically.",
};
