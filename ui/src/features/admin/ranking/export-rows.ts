import { saveFile } from "@/lib/download";
import type { RankingRow } from "./wire";
import { decisionLabel, flagWords, toldWords } from "./words";

/** A column of the file: its name, and its value in a row. */
const COLUMNS: [string, (row: RankingRow) => string | number | null][] = [
  ["Rank", ({ rank }) => rank],
  ["Name", ({ applicant_name }) => applicant_name],
  ["Email", ({ applicant_email }) => applicant_email],
  ["Score", ({ score }) => score],
  ["Percentile", ({ percentile }) => percentile],
  ["Passed", ({ passed }) => (passed === null ? null : passed ? "yes" : "no")],
  ["Final", ({ provisional }) => (provisional ? "no" : "yes")],
  ["Time used (s)", ({ time_used_seconds }) => time_used_seconds],
  ["Submitted", ({ submitted_at }) => submitted_at],
  ["Signals", ({ flags }) => flagWords(flags)],
  ["Decision", ({ decision }) => decisionLabel(decision?.value ?? null)],
  ["Reason", ({ decision }) => decision?.reason ?? null],
  ["Decided by", ({ decision }) => decision?.by ?? null],
  ["Decided at", ({ decision }) => decision?.at ?? null],
  ["Told", ({ told }) => toldWords(told)],
];

/** Rows as CSV, with nothing that a spreadsheet takes for a formula. */
export async function csvOf(rows: RankingRow[], sections: readonly string[]): Promise<string> {
  const { unparse } = (await import("papaparse")).default;
  // A single section has the points of the whole.
  const named = sections.length > 1 ? sections : [];
  const fields = [...COLUMNS.map(([name]) => name), ...named.map((label) => `Points: ${label}`)];
  const data = rows.map((row) => [
    ...COLUMNS.map(([, value]) => value(row)),
    ...named.map((_, index) => row.sections[index]?.earned ?? null),
  ]);
  return unparse({ fields, data }, { escapeFormulae: true });
}

/** Saves rows as a file; a byte order mark, by which spreadsheets detect UTF-8, comes first. */
export async function saveRows(rows: RankingRow[], sections: readonly string[]): Promise<void> {
  saveFile(new Blob(["\uFEFF", await csvOf(rows, sections)], { type: "text/csv" }), "candidates.csv");
}
