import { columnsOf, columnsParams } from "../browse/columns";

/** Columns that one may show or hide; the candidate is always shown. */
export const COLUMNS = [
  { key: "rank", label: "rank" },
  { key: "score", label: "score" },
  { key: "sections", label: "sections" },
  { key: "percentile", label: "percentile" },
  { key: "passed", label: "passMark" },
  { key: "time", label: "timeUsed" },
  { key: "date", label: "submitted" },
  { key: "review", label: "review" },
  { key: "flags", label: "signals" },
  { key: "decision", label: "decision" },
] as const;
export type ColumnKey = (typeof COLUMNS)[number]["key"];

/** Shown on demand alone; beside points by section also what would push the decision out of view. */
const HIDDEN_FIRST: readonly ColumnKey[] = ["date"];
const HIDDEN_BESIDE_SECTIONS: readonly ColumnKey[] = [...HIDDEN_FIRST, "percentile", "time", "review"];

const shownFirst = (isDivided: boolean) => {
  const hidden = isDivided ? HIDDEN_BESIDE_SECTIONS : HIDDEN_FIRST;
  return COLUMNS.map(({ key }) => key).filter((key) => !hidden.includes(key));
};

/** The columns of the URL, in the order of the table. `isDivided`: the test has several sections. */
export const readColumns = (params: URLSearchParams, isDivided: boolean): ColumnKey[] =>
  columnsOf(COLUMNS, shownFirst(isDivided), params);

/** The change of the URL that shows or hides a column. */
export const toggleColumn = (shown: readonly ColumnKey[], key: ColumnKey, isDivided: boolean) =>
  columnsParams(COLUMNS, shownFirst(isDivided), shown, key);
