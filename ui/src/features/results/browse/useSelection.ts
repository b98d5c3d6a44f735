import { useEffect, useState } from "react";
import type { NewlyDecided } from "./row";
import { nothing, refreshed, select, toggle, togglePage, updated } from "./selection";

/** Selected rows, which follow what the list shows of them. */
export function useSelection<R extends { submission_id: string }>(rows: R[]) {
  const [selection, setSelection] = useState(nothing<R>);
  useEffect(() => setSelection((before) => refreshed(before, rows)), [rows]);
  return {
    selection,
    onToggle: (id: string, shift: boolean) => setSelection((before) => toggle(before, rows, id, shift)),
    onTogglePage: () => setSelection((before) => togglePage(before, rows)),
    onSelect: (chosen: R[]) => setSelection(select(chosen)),
    /** Puts in decisions that were just made, also on rows that no page shows. */
    onUpdate: (fresh: readonly NewlyDecided[]) => setSelection((before) => updated(before, fresh)),
    clear: () => setSelection(nothing()),
  };
}
