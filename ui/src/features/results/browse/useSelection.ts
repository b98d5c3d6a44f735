import { useEffect, useState } from "react";
import { nothing, refreshed, select, toggle, togglePage } from "./selection";

/** Selected rows, which follow what the list shows of them. */
export function useSelection<R extends { submission_id: string }>(rows: R[]) {
  const [selection, setSelection] = useState(nothing<R>);
  useEffect(() => setSelection((before) => refreshed(before, rows)), [rows]);
  return {
    selection,
    onToggle: (id: string, shift: boolean) => setSelection((before) => toggle(before, rows, id, shift)),
    onTogglePage: () => setSelection((before) => togglePage(before, rows)),
    onSelect: (chosen: R[]) => setSelection(select(chosen)),
    clear: () => setSelection(nothing()),
  };
}
