// The one string that an answer is (docs/scoring.md#answers). An empty one is not an answer.

const isIds = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((id) => typeof id === "string") && new Set(value).size === value.length;

const isParts = (value: unknown): value is Record<string, string> =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((text) => typeof text === "string");

function parsed<T>(answer: string, isForm: (value: unknown) => value is T): T | undefined {
  try {
    const value: unknown = JSON.parse(answer);
    return isForm(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isBlank = (text: string) => text.trim() === "";

/** `["o1","o3"]`: known ids, each once; undefined for an answer of another form. */
export function readIds(answer: string, known: readonly string[]): string[] | undefined {
  if (isBlank(answer)) return [];
  const ids = parsed(answer, isIds);
  return ids?.every((id) => known.includes(id)) ? ids : undefined;
}

export const printIds = (ids: readonly string[]) => (ids.length === 0 ? "" : JSON.stringify(ids));

/** Texts or ids by part: a prompt, or a gap. */
export type Parts = ReadonlyMap<string, string>;

/** `{"l1":"r2"}`: an entry for each part that is answered; undefined for an answer of another form. */
export function readParts(
  answer: string,
  fits: (part: string, text: string) => boolean,
): Map<string, string> | undefined {
  if (isBlank(answer)) return new Map();
  const read = parsed(answer, isParts);
  if (!read) return undefined;
  const parts = Object.entries(read).filter(([, text]) => !isBlank(text));
  return parts.every(([part, text]) => fits(part, text)) ? new Map(parts) : undefined;
}

/** Parts in the order given, so that equal answers are equal strings. */
export function printParts(parts: Parts, order: readonly string[]): string {
  const entries = order.flatMap((part) => {
    const text = parts.get(part) ?? "";
    return isBlank(text) ? [] : [[part, text] as const];
  });
  return entries.length === 0 ? "" : JSON.stringify(Object.fromEntries(entries));
}
