import type { RankingRow } from "./wire";

/** The most that one call decides on, as on the server. */
export const MAX_SELECTED = 200;

/** Selected rows by id, as they were last seen. They stay when the page or a filter changes. */
export interface Selection {
  rows: ReadonlyMap<string, RankingRow>;
  /** The row that a range starts from. */
  anchor: string | null;
}

export const NOTHING: Selection = { rows: new Map(), anchor: null };

/** Rows from one to another, whichever comes first. */
function range(shown: RankingRow[], from: string, to: string): RankingRow[] {
  const [first = -1, last = -1] = [from, to]
    .map((id) => shown.findIndex((row) => row.submission_id === id))
    .sort((a, b) => a - b);
  return shown.slice(first < 0 ? last : first, last + 1);
}

/** Selects or clears a row; with shift, all rows from the last one touched. */
export function toggle(selection: Selection, shown: RankingRow[], id: string, shift: boolean): Selection {
  const rows = new Map(selection.rows);
  const selects = !rows.has(id);
  for (const row of range(shown, shift && selection.anchor ? selection.anchor : id, id)) {
    if (selects) rows.set(row.submission_id, row);
    else rows.delete(row.submission_id);
  }
  return { rows, anchor: id };
}

/** Selects the rows of the page, or clears them if all are selected. */
export function togglePage({ rows }: Selection, shown: RankingRow[]): Selection {
  const full = shown.every((row) => rows.has(row.submission_id));
  const next = new Map(rows);
  for (const row of shown) {
    if (full) next.delete(row.submission_id);
    else next.set(row.submission_id, row);
  }
  return { rows: next, anchor: null };
}

export const select = (shown: RankingRow[]): Selection => ({
  rows: new Map(shown.map((row) => [row.submission_id, row])),
  anchor: null,
});

/** The best `count` of a list that begins with the best, and all who share the last place. */
export function best(shown: RankingRow[], count: number): RankingRow[] {
  const final = shown.filter(({ rank }) => rank !== null);
  const last = final[count - 1]?.rank ?? null;
  return final.filter((row, index) => index < count || row.rank === last);
}

/** Whether rows of the next page may share the last place of the best `count`. */
export function tiesGoOn(shown: RankingRow[], count: number): boolean {
  const [last, end] = [shown[count - 1]?.rank ?? null, shown.at(-1)?.rank ?? null];
  return last !== null && last === end;
}

/** The selection with what the page shows of its rows now. */
export function refreshed({ rows, anchor }: Selection, shown: RankingRow[]): Selection {
  const fresh = new Map(shown.map((row) => [row.submission_id, row]));
  return { rows: new Map([...rows].map(([id, row]) => [id, fresh.get(id) ?? row])), anchor };
}
