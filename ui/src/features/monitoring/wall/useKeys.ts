import { useEffect, useRef } from "react";

/** Elements in which shortcuts are disabled: fields, open dialogs and menus. */
const IGNORED_IN = 'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"]';

/** Page-wide shortcuts; the handler returns true if it handled the key. */
export function useKeys(handle: (key: string) => boolean): void {
  const latest = useRef(handle);
  useEffect(() => {
    latest.current = handle;
  });
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest(IGNORED_IN)) return;
      // An open dialog handles Escape, wherever the focus is.
      if (document.querySelector('[role="dialog"]')) return;
      if (latest.current(event.key)) event.preventDefault();
    };
    window.addEventListener("keydown", pressed);
    return () => window.removeEventListener("keydown", pressed);
  }, []);
}
