import { useEffect, useEffectEvent, useRef } from "react";
import type { DecisionValue } from "@/api/ranking";
import { inField } from "@/lib/in-field";
import { keyAction } from "./keys";

/** Marks the element of a row that takes the focus. */
export const rowMark = (id: string) => ({ "data-row": id });
/** Marks the content of the open result: keys act on it, and not within other dialogs. */
export const PANEL_MARK = { "data-result-panel": "" };
export const SEARCH_MARK = { "data-result-search": "" };

const ROW = "[data-row]";
const SEARCH = "[data-result-search]";

/** Focuses a row; the first one, if it has left the list. */
export function focusRow(id: string): void {
  const rows = [...document.querySelectorAll<HTMLElement>(ROW)];
  const found = rows.find((element) => element.dataset.row === id) ?? rows[0];
  found?.focus();
  found?.scrollIntoView?.({ block: "nearest" });
}

/** The row that holds the focus. */
const rowOf = (target: HTMLElement): string | undefined =>
  target.closest("tr, li")?.querySelector<HTMLElement>(ROW)?.dataset.row;

interface Actions {
  /** Ids of the rows that are shown. */
  rows: string[];
  /** The result that is open. */
  opened: string | null;
  /** Opens the next or the previous result. */
  onMove: (by: 1 | -1) => void;
  onDecide: (id: string, value: DecisionValue | null) => void;
  onSelect: (id: string) => void;
  onHelp: () => void;
}

/** Shortcuts of the page: the focus moves through the rows, and acts on the one that has it. */
export function useKeys({ rows, opened, onMove, onDecide, onSelect, onHelp }: Actions): void {
  /** Place of the row that had the focus last: it may have left the list. */
  const place = useRef(-1);

  const move = (current: string | undefined, by: 1 | -1) => {
    const at = current ? rows.indexOf(current) + by : Math.max(0, place.current);
    const id = rows[Math.max(0, Math.min(rows.length - 1, at))];
    if (id) focusRow(id);
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    if (!(target instanceof HTMLElement) || event.defaultPrevented) return;
    if (event.key === "Escape" && target.matches(SEARCH)) {
      // A browser would clear the field.
      event.preventDefault();
      return target.blur();
    }
    const dialog = target.closest("[role=dialog], [role=menu]");
    const inPanel = dialog?.querySelector("[data-result-panel]") != null;
    if (dialog && !inPanel) return;
    const action = keyAction(event, inField(target));
    if (!action) return;
    const current = inPanel ? (opened ?? undefined) : rowOf(target);
    // Elsewhere arrows scroll, or change a tab.
    if (event.key.startsWith("Arrow") && (inPanel || !current)) return;
    event.preventDefault();
    if (action === "help") onHelp();
    else if (action === "search") document.querySelector<HTMLElement>(SEARCH)?.focus();
    else if (action === "select") current && onSelect(current);
    else if ("decide" in action) current && onDecide(current, action.decide);
    else if (inPanel) onMove(action.move);
    else move(current, action.move);
  });
  const onFocus = useEffectEvent(({ target }: FocusEvent) => {
    const id = target instanceof HTMLElement && !target.closest("[role=dialog]") && rowOf(target);
    if (id) place.current = rows.indexOf(id);
  });
  useEffect(() => {
    const key = (event: KeyboardEvent) => onKey(event);
    const focus = (event: FocusEvent) => onFocus(event);
    document.addEventListener("keydown", key);
    document.addEventListener("focusin", focus);
    return () => {
      document.removeEventListener("keydown", key);
      document.removeEventListener("focusin", focus);
    };
  }, []);
}
