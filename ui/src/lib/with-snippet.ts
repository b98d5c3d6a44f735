/** A text with a prepared one added: what was typed stays. */
export const withSnippet = (typed: string, snippet: string): string =>
  typed.trim() === "" ? snippet : `${typed.trimEnd()} ${snippet}`;

/** A prepared text that was chosen: it replaces another one, and follows what was typed. */
export const withChosen = (typed: string, chosen: string, prepared: readonly string[]): string =>
  prepared.includes(typed.trim()) ? chosen : withSnippet(typed, chosen);
