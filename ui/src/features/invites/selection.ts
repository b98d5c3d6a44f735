/** Selected rows of the list: single ones, or all that match the filter, loaded or not. */
export interface Selection {
  ids: ReadonlySet<string>;
  /** All that match the filter. */
  all: boolean;
  /** The row that a range starts from. */
  anchor: string | null;
}

export const NOTHING: Selection = { ids: new Set(), all: false, anchor: null };

/** Ids from one row to another, in the order of the list, whichever comes first. */
function range(rows: string[], from: string, to: string): string[] {
  const [first, last] = [rows.indexOf(from), rows.indexOf(to)].sort((a, b) => a - b);
  return first === undefined || last === undefined || first < 0 ? [to] : rows.slice(first, last + 1);
}

/** Selects or clears a row; with shift, all rows from the last one touched. */
export function toggle(selection: Selection, rows: string[], id: string, shift: boolean): Selection {
  const ids = new Set(selection.all ? rows : selection.ids);
  const selects = !ids.has(id);
  const touched = shift && selection.anchor ? range(rows, selection.anchor, id) : [id];
  for (const one of touched) {
    if (selects) ids.add(one);
    else ids.delete(one);
  }
  return { ids, all: false, anchor: id };
}

/** Selects the loaded rows, or clears them if all are selected. */
export function toggleLoaded(selection: Selection, rows: string[]): Selection {
  const full = selection.all || rows.every((id) => selection.ids.has(id));
  return full ? NOTHING : { ids: new Set(rows), all: false, anchor: null };
}

/** Without rows that are no longer in the list. */
export function kept(selection: Selection, rows: string[]): Selection {
  if (selection.all || rows.length === 0) return selection;
  const ids = rows.filter((id) => selection.ids.has(id));
  return ids.length === selection.ids.size ? selection : { ...selection, ids: new Set(ids) };
}
