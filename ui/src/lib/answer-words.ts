import type { ShownQuestion } from "./translated-question";

const asJson = (answer: string): unknown => {
  try {
    return JSON.parse(answer);
  } catch {
    return undefined;
  }
};

/** The answer of any kind as text, for the candidate. One that cannot be read is shown as it is. */
export function answerWords(question: ShownQuestion, answer: string): string {
  const { type, options = [], labels, prompts = [], gaps = [] } = question;
  if (type === "multiple_choice") return labels?.[options.indexOf(answer)] ?? answer;
  // Not `choicesOf`: shared with the first load, it would make that larger.
  const listed = options.filter((option) => typeof option !== "string");
  const textOf = (id: unknown, choices = listed) =>
    choices.find((choice) => choice.id === id)?.text ?? String(id);
  const value = asJson(answer);
  if (Array.isArray(value) && (type === "multiple_response" || type === "ordering")) {
    return value.map((id) => textOf(id)).join("\n");
  }
  if (typeof value !== "object" || value === null) return answer;
  const parts = Object.entries(value);
  if (type === "matching") return parts.map(([id, to]) => `${textOf(id, prompts)}: ${textOf(to)}`).join("\n");
  if (type !== "gaps") return answer;
  const numberOf = (id: string) => gaps.findIndex((gap) => gap.id === id) + 1;
  const filled = parts.map(([id, to]) => `${numberOf(id)}: ${textOf(to, gaps[numberOf(id) - 1]?.options)}`);
  return filled.join("\n");
}
