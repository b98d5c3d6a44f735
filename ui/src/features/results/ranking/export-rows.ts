import { api } from "@/api/client";
import { ranking } from "@/i18n/staff/en/ranking";
import { saveFile } from "@/lib/download";
import { englishDate, englishDateTime } from "@/lib/format";
import type { ListedRow } from "../browse/row";
import { flagWords } from "./labels";

type Value = string | number | null;
/** A column of the file, in English in each language: its name, and its value in a row; undefined where the rows are of a list without it. */
type Column = [string, (row: ListedRow) => Value | undefined];

/** A hidden name as the server says it, which is not what pages in other languages show. */
function englishName({ applicant_name: name, applicant_email: email }: ListedRow): string {
  const number = /\d+/.exec(name)?.[0];
  return email ? name : number ? `Candidate ${number}` : "Hidden name";
}

const COLUMNS: Column[] = [
  ["Rank", (row) => ("rank" in row ? row.rank : undefined)],
  ["Test", (row) => ("test_title" in row ? row.test_title : undefined)],
  ["Name", englishName],
  ["Email", ({ applicant_email }) => applicant_email],
  ["Score", ({ score }) => score],
  ["Percentile", (row) => ("percentile" in row ? row.percentile : undefined)],
  ["Passed", ({ passed }) => (passed === null ? null : passed ? "yes" : "no")],
  ["Final", ({ provisional }) => (provisional ? "no" : "yes")],
  ["Time used (s)", ({ time_used_seconds }) => time_used_seconds],
  ["Submitted", ({ submitted_at }) => submitted_at],
  ["Signals", ({ flags }) => flagWords(flags, (key) => ranking[key])],
  ["Decision", ({ decision }) => (decision ? ranking[`${decision.value}Label`] : ranking.noDecision)],
  ["Reason", ({ decision }) => decision?.reason ?? null],
  ["Decided by", ({ decision }) => decision?.by ?? null],
  ["Decided at", ({ decision }) => decision?.at ?? null],
  ["Told", ({ told }) => toldWords(told)],
];

/** "Told on Nov 20, 2026: shortlisted", of the last mail. */
function toldWords(told: ListedRow["told"]): string | null {
  const last = told.at(-1);
  return last ? `Told on ${englishDate(last.at)}: ${ranking[`${last.value}Inside`]}` : null;
}

/** Private notes by submission, one paragraph each. */
export type NotesOf = ReadonlyMap<string, string>;

/** Rows as CSV, with nothing that a spreadsheet takes for a formula. */
export async function csvOf(
  rows: readonly ListedRow[],
  sections: readonly string[],
  notes: NotesOf,
): Promise<string> {
  const { unparse } = (await import("papaparse")).default;
  const columns = COLUMNS.filter(([, value]) => rows.some((row) => value(row) !== undefined));
  // A single section has the points of the whole.
  const named = sections.length > 1 ? sections : [];
  const fields = [
    ...columns.map(([name]) => name),
    ...named.map((label) => `Points: ${label}`),
    "Private notes",
  ];
  const data = rows.map((row) => [
    ...columns.map(([, value]) => value(row) ?? null),
    ...named.map((_, index) => ("sections" in row ? (row.sections[index]?.earned ?? null) : null)),
    notes.get(row.submission_id) ?? null,
  ]);
  return unparse({ fields, data }, { escapeFormulae: true });
}

/** Reads the notes of the rows that have some, one after the other. */
async function notesOf(rows: readonly ListedRow[]): Promise<NotesOf> {
  const found = new Map<string, string>();
  for (const { submission_id, notes } of rows) {
    if (notes === 0) continue;
    const all = await api.get("/results/{submission_id}/notes", { path: { submission_id } });
    const words = all.map(({ by, at, text }) => `${by}, ${englishDateTime(at)}: ${text}`);
    found.set(submission_id, words.join("\n\n"));
  }
  return found;
}

/** Saves rows as a file; a byte order mark, by which spreadsheets detect UTF-8, comes first. */
export async function saveRows(rows: readonly ListedRow[], sections: readonly string[]): Promise<void> {
  const text = await csvOf(rows, sections, await notesOf(rows));
  saveFile(new Blob(["\uFEFF", text], { type: "text/csv" }), "candidates.csv");
}
