import type { HistoryStep } from "@/api/types";

/** Start of the answer to a question with several languages, which is stored as JSON. */
const CODE_START = '{"language":"';
const WHOLE = /^\{"language":"[^"]*","source":"(.*)"\}$/s;
const ESCAPE = /\\(?:u[0-9a-fA-F]{4}|.)/gs;

/** Counts the characters of a step of this answer, as their author does: an escape sequence of JSON is one. */
export function counter(steps: HistoryStep[]): (step: HistoryStep) => number {
  const namesLanguage = steps[0]?.[4].startsWith(CODE_START) === true;
  return ([, , , , inserted]) => {
    const written = namesLanguage ? inserted.replace(WHOLE, "$1").replace(ESCAPE, "x") : inserted;
    return [...written].length;
  };
}
