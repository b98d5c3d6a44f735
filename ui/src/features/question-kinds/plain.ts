import type { QuestionType } from "@/api/types";

/** How an answer is written with nothing but the browser's own fields, if it can be. */
export const PLAIN: Record<QuestionType, "option" | "text" | "code" | undefined> = {
  multiple_choice: "option",
  multiple_response: undefined,
  short_text: "text",
  essay: "text",
  gaps: undefined,
  numeric: "text",
  ordering: undefined,
  matching: undefined,
  coding: "code",
};
