import { columnsOf, columnsParams } from "./browse/columns";

/** Columns that one may show or hide; the candidate is always shown. */
export const COLUMNS = [
  { key: "test", label: "test" },
  { key: "date", label: "submitted" },
  { key: "score", label: "score" },
  { key: "passed", label: "passMark" },
  { key: "time", label: "timeUsed" },
  { key: "review", label: "review" },
  { key: "flags", label: "signals" },
  { key: "decision", label: "decision" },
] as const;
export type ColumnKey = (typeof COLUMNS)[number]["key"];

const SHOWN_FIRST: readonly ColumnKey[] = ["test", "date", "score", "review", "decision"];

/** The columns of the URL, in the order of the table. */
export const readColumns = (params: URLSearchParams) => columnsOf(COLUMNS, SHOWN_FIRST, params);

/** The change of the URL that shows or hides a column. */
export const toggleColumn = (shown: readonly ColumnKey[], key: ColumnKey) =>
  columnsParams(COLUMNS, SHOWN_FIRST, shown, key);
