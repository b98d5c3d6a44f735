import Papa from "papaparse";
import { EXTRA_MOST } from "../draft";

/** Maximum invitations per call. */
export const PEOPLE_MAX = 1000;
/** Maximum bytes of a file: more than so many people can need. */
export const FILE_MAX = 1_000_000;

export interface Person {
  /** Counted from 1, as in the pasted text or the file. */
  line: number;
  name: string;
  email: string;
  /** Minutes of agreed extra time, instead of what applies to all. */
  extra?: number;
  /** Bounds of the start instead of what applies to all, RFC 3339. */
  opens?: string;
  closes?: string;
  /** Validation error; absent if the row is valid. */
  problem?: string;
}

const EMAIL = /^[^\s@<>,;"]+@[^\s@<>,;"]+$/;
const NAME_HEAD = /^(full[ _-]?)?name$|^applicant([ _-]?name)?$|^candidate$/i;
const EMAIL_HEAD = /^(applicant[ _-]?)?e-?mail([ _-]?address)?$/i;
const EXTRA_HEAD = /^extra([ _-]?(time|minutes))?$/i;
const OPENS_HEAD = /^opens([ _-]?at)?$/i;
const CLOSES_HEAD = /^closes([ _-]?at)?$/i;
/** RFC 3339 with an offset: another form would mean another instant in another zone. */
const INSTANT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/i;
const ADDRESS = /^\s*"?([^"<]*?)"?\s*<([^<>]+)>\s*$/;
const NAME_MAX = 200;
const SEPARATORS = [",", ";", "\t", "|"];

interface Columns {
  name: number;
  email: number;
  extra: number;
  opens: number;
  closes: number;
}

interface Cells {
  name: string;
  email: string;
  extra: string;
  opens: string;
  closes: string;
}

/** Column indexes, if the first row is a header. */
function heading(row: string[]): Columns | null {
  const email = row.findIndex((cell) => EMAIL_HEAD.test(cell.trim()));
  const at = (head: RegExp) => row.findIndex((cell) => head.test(cell.trim()));
  if (email === -1) return null;
  return {
    name: at(NAME_HEAD),
    email,
    extra: at(EXTRA_HEAD),
    opens: at(OPENS_HEAD),
    closes: at(CLOSES_HEAD),
  };
}

function cellsOf(row: string[], columns: Columns | null): Cells {
  const cells = row.map((cell) => cell.trim());
  const cell = (column: number) => cells[column] ?? "";
  if (columns)
    return {
      name: cell(columns.name),
      email: cell(columns.email),
      extra: cell(columns.extra),
      opens: cell(columns.opens),
      closes: cell(columns.closes),
    };
  // Without a header, the third of three cells is the extra time if it is a number.
  const last = cells.length === 3 && /^\d+$/.test(cell(2)) ? cells.pop() : undefined;
  return { ...pair(cells), extra: last ?? "", opens: "", closes: "" };
}

function pair(cells: string[]): { name: string; email: string } {
  const filled = cells.filter((cell) => cell !== "");
  const address = filled.length === 1 ? ADDRESS.exec(filled[0] ?? "") : null;
  if (address) return { name: address[1]?.trim() ?? "", email: address[2]?.trim() ?? "" };
  // In either order: the address is the cell with an @.
  const at = filled.findIndex((cell) => cell.includes("@"));
  if (at === -1) return { name: filled[0] ?? "", email: filled[1] ?? "" };
  return { name: filled.filter((_, index) => index !== at).join(" "), email: filled[at] ?? "" };
}

/** A row as it is with each separator in turn, that of most rows first: a list may be built from several. */
function readings(row: string[], common: string): string[][] {
  const line = row.join(common);
  const others = SEPARATORS.filter((mark) => mark !== common && line.includes(mark));
  return [row, ...others.map((delimiter) => Papa.parse<string[]>(line, { delimiter }).data[0] ?? [])];
}

const headingOf = (row: string[], common: string) =>
  readings(row, common).reduce<Columns | null>((found, cells) => found ?? heading(cells), null);

function ownCells(row: string[], common: string, columns: Columns | null): Cells {
  const all = readings(row, common).map((cells) => cellsOf(cells, columns));
  return all.find(({ email }) => EMAIL.test(email)) ?? cellsOf(row, columns);
}

const isInstant = (text: string) => INSTANT.test(text) && !Number.isNaN(Date.parse(text));

/** An export may repeat the address as the name; a second address is another person. */
const holdsTwoAddresses = (name: string, email: string) =>
  (name.match(/@/g)?.length ?? 0) + (email.match(/@/g)?.length ?? 0) > 1 &&
  name.toLowerCase() !== email.toLowerCase();

function problemOf(
  { name, email, extra, opens, closes }: Cells,
  seen: Map<string, number>,
): string | undefined {
  if (name === "" && email === "") return "Name and email are missing";
  if (email === "") return "The email is missing";
  if (holdsTwoAddresses(name, email)) return "More than one address: put each person on a line of their own";
  if (!EMAIL.test(email) && /\S[,;|\t]\s*\S/.test(email))
    return "Separate all parts of a line with the same character";
  if (!EMAIL.test(email) || email.length > 254) return "This is not an email address";
  if (name === "") return "The name is missing";
  if ([...name].length > NAME_MAX) return "The name is too long";
  if (extra !== "" && !(/^\d+$/.test(extra) && Number(extra) <= EXTRA_MOST.minutes))
    return `The extra time must be between 0 and ${EXTRA_MOST.minutes} minutes`;
  if ([opens, closes].some((text) => text !== "" && !isInstant(text)))
    return "Opening and closing must look like 2027-03-01T10:00:00+01:00";
  if (opens !== "" && closes !== "" && Date.parse(closes) <= Date.parse(opens))
    return "The invitation must close after it opens";
  const before = seen.get(email.toLowerCase());
  return before === undefined ? undefined : `The same address as in line ${before}`;
}

/**
 * Parses people from a pasted list or a CSV file (RFC 4180; also with semicolons or tabs, with or without a header,
 * and lines such as `Ada Lovelace <ada@example.org>`). Each line may have its own separator. Skips blank lines.
 */
export function parsePeople(text: string): Person[] {
  const { data, meta } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ""), {
    delimitersToGuess: SEPARATORS,
  });
  const columns = headingOf(data[0] ?? [], meta.delimiter);
  const seen = new Map<string, number>();
  const people: Person[] = [];
  data.forEach((row, index) => {
    if (row.every((cell) => cell.trim() === "") || (columns && index === 0)) return;
    const line = index + 1;
    const cells = ownCells(row, meta.delimiter, columns);
    const { name, email, extra, opens, closes } = cells;
    const problem = problemOf(cells, seen);
    if (!problem) seen.set(email.toLowerCase(), line);
    const minutes = extra !== "" && !problem ? { extra: Number(extra) } : {};
    const bounds = problem ? {} : { ...(opens ? { opens } : {}), ...(closes ? { closes } : {}) };
    people.push({ line, name, email, ...minutes, ...bounds, ...(problem ? { problem } : {}) });
  });
  return people;
}

type Row = Pick<Person, "name" | "email" | "extra" | "opens" | "closes">;

/** Formats rows as text again, so that rejected ones can be corrected and resent; with a header if it is needed. */
export function toText(people: Row[]): string {
  if (people.some(({ opens, closes }) => opens || closes)) {
    const fields = ["name", "email", "extra_minutes", "opens_at", "closes_at"];
    const data = people.map(({ name, email, extra, opens, closes }) => [name, email, extra, opens, closes]);
    return Papa.unparse({ fields, data });
  }
  return Papa.unparse(
    people.map(({ name, email, extra }) => (extra === undefined ? [name, email] : [name, email, extra])),
  );
}
