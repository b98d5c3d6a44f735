import Papa from "papaparse";
import type { ListPreview } from "@/api/types";

/** Maximum invitations per call. */
export const PEOPLE_MAX = 1000;
/** Maximum bytes of a file; the server rejects more. */
export const FILE_MAX = 4 * 1024 * 1024;

/** One line of a list, as the server reads it; with a `problem` if this person cannot be invited. */
export type Person = ListPreview["people"][number];

type Row = Pick<Person, "name" | "email" | "extra_minutes" | "opens_at" | "closes_at" | "language">;

const FIELDS = ["name", "email", "extra_minutes", "opens_at", "closes_at", "language"] as const;

/** Formats rows as text again, so that rejected ones can be corrected and resent; with the columns that they need. */
export function toText(people: readonly Row[]): string {
  const fields = FIELDS.filter(
    (field, index) => index < 2 || people.some((person) => person[field] !== undefined),
  );
  return Papa.unparse({
    fields: [...fields],
    data: people.map((person) => fields.map((field) => person[field])),
  });
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the ASCII range begins with them
const isAscii = (text: string) => /^[\x00-\x7f]*$/.test(text);

/** Whether this person's name or address depends on the encoding. */
export const isDoubtful = ({ name, email }: Pick<Person, "name" | "email">) =>
  !isAscii(name) || !isAscii(email);

/** Rows with problems first, then those to be looked at; otherwise the order of the list is kept. */
export function inOrder(people: readonly Person[], checkNames: boolean): Person[] {
  const rank = (person: Person) => (person.problem ? 0 : checkNames && isDoubtful(person) ? 1 : 2);
  return [...people].sort((a, b) => rank(a) - rank(b));
}
