// Tests as cells of a spreadsheet: what is copied there is text with tabs between cells, quoted where a cell has lines.

import Papa from "papaparse";
import { blankTest, TESTS_MAX, type TestDraft } from "./key";

export const COLUMNS = ["input", "output", "visible", "weight", "group"] as const;
export type Column = (typeof COLUMNS)[number];

const HEADS: Record<Column, RegExp> = {
  input: /^(test )?(input|in|stdin)$/i,
  output: /^(expected )?(output|out|stdout|expected)$/i,
  visible: /^(visible|shown|sample|candidates see it)$/i,
  weight: /^(weight|points)$/i,
  group: /^(group|batch|subtask)$/i,
};
const YES = /^(yes|y|true|x|1|visible|shown|sample)$/i;

/** The cells of a copied range; none of a text without tabs, which is no range. */
export function cellsOf(text: string): string[][] {
  if (!text.includes("\t")) return [];
  const { data } = Papa.parse<string[]>(text.replaceAll("\r\n", "\n"), {
    delimiter: "\t",
    skipEmptyLines: true,
  });
  return data;
}

const headOf = (cell: string) => COLUMNS.find((column) => HEADS[column].test(cell.trim()));

const withCell = (test: TestDraft, column: Column, text: string): TestDraft => {
  if (column === "visible") return { ...test, visible: YES.test(text.trim()) };
  return { ...test, [column]: column === "input" || column === "output" ? text : text.trim() };
};

interface Filled {
  tests: TestDraft[];
  /** Rows that were used. */
  rows: number;
  /** Rows for which there is no room. */
  left: number;
}

/** Writes a copied range into the tests, from a cell on; new tests are added below. Headings are not a test. */
export function fill(tests: readonly TestDraft[], at: number, from: Column, cells: string[][]): Filled {
  const heads = cells[0]?.map(headOf) ?? [];
  const named = heads.length > 0 && heads.every((head) => head !== undefined);
  const columns = named ? heads : COLUMNS.slice(COLUMNS.indexOf(from));
  const rows = named ? cells.slice(1) : cells;
  const fits = rows.slice(0, TESTS_MAX - at);
  const next = [...tests];
  for (const [offset, row] of fits.entries()) {
    const place = at + offset;
    next[place] = row.reduce((test, text, column) => {
      const head = columns[column];
      return head ? withCell(test, head, text) : test;
    }, next[place] ?? blankTest());
  }
  return { tests: next, rows: fits.length, left: rows.length - fits.length };
}
