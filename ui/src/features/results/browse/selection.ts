import type { NewlyDecided } from "./row";

/** The most that one call decides on, as on the server. */
export const MAX_SELECTED = 200;

interface Row {
  submission_id: string;
}

/** Selected rows by id, as they were last seen. They stay when the page or a filter changes. */
export interface Selection<R extends Row> {
  rows: ReadonlyMap<string, R>;
  /** The row that a range starts from. */
  anchor: string | null;
}

export const nothing = <R extends Row>(): Selection<R> => ({ rows: new Map(), anchor: null });

/** Rows from one to another, whichever comes first. */
function range<R extends Row>(shown: R[], from: string, to: string): R[] {
  const [first = -1, last = -1] = [from, to]
    .map((id) => shown.findIndex((row) => row.submission_id === id))
    .sort((a, b) => a - b);
  return shown.slice(first < 0 ? last : first, last + 1);
}

/** Selects or clears a row; with shift, all rows from the last one touched. */
export function toggle<R extends Row>(
  selection: Selection<R>,
  shown: R[],
  id: string,
  shift: boolean,
): Selection<R> {
  const rows = new Map(selection.rows);
  const selects = !rows.has(id);
  for (const row of range(shown, shift && selection.anchor ? selection.anchor : id, id)) {
    if (selects) rows.set(row.submission_id, row);
    else rows.delete(row.submission_id);
  }
  return { rows, anchor: id };
}

/** Selects the rows of the page, or clears them if all are selected. */
export function togglePage<R extends Row>({ rows }: Selection<R>, shown: R[]): Selection<R> {
  const full = shown.every((row) => rows.has(row.submission_id));
  const next = new Map(rows);
  for (const row of shown) {
    if (full) next.delete(row.submission_id);
    else next.set(row.submission_id, row);
  }
  return { rows: next, anchor: null };
}

export const select = <R extends Row>(shown: R[]): Selection<R> => ({
  rows: new Map(shown.map((row) => [row.submission_id, row])),
  anchor: null,
});

/** The selection with what the page shows of its rows now. */
export function refreshed<R extends Row>({ rows, anchor }: Selection<R>, shown: R[]): Selection<R> {
  const fresh = new Map(shown.map((row) => [row.submission_id, row]));
  return { rows: new Map([...rows].map(([id, row]) => [id, fresh.get(id) ?? row])), anchor };
}

/** The selection with decisions that were just made on some of its rows. */
export function updated<R extends Row>(
  { rows, anchor }: Selection<R>,
  fresh: readonly NewlyDecided[],
): Selection<R> {
  const next = new Map(rows);
  for (const { submission_id, decision, decision_version } of fresh) {
    const row = next.get(submission_id);
    if (row) next.set(submission_id, { ...row, decision, decision_version });
  }
  return { rows: next, anchor };
}
