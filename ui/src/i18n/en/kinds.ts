/** What a kind of question is called, on all pages. */
export const kinds = {
  multiple_choice: "Multiple choice",
  multiple_response: "Several answers",
  short_text: "Short text",
  essay: "Essay",
  gaps: "Fill in the gaps",
  numeric: "Number",
  ordering: "Ordering",
  matching: "Matching",
  coding: "Coding",
} as const;
