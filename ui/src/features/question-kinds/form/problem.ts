/** A validation error of a form: the API's name of the field, and a sentence. */
export interface Problem {
  place: string;
  text: string;
}

/** The first of the problems that is there. */
export const first = (...problems: (Problem | null | false)[]): Problem | null =>
  problems.find((problem): problem is Problem => Boolean(problem)) ?? null;

/** The text beside a field, by the API's name of it. */
export type ErrorOf = (...places: string[]) => string | undefined;
