import { useEffect, useRef } from "react";

/** Where keys mean what they always mean: fields, open dialogs and menus. */
const ELSEWHERE = 'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"]';

/** Keys for the whole page; the handler says whether it took the key. */
export function useKeys(handle: (key: string) => boolean): void {
  const latest = useRef(handle);
  useEffect(() => {
    latest.current = handle;
  });
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest(ELSEWHERE)) return;
      // An open dialog takes Escape itself, wherever the focus is.
      if (document.querySelector('[role="dialog"]')) return;
      if (latest.current(event.key)) event.preventDefault();
    };
    window.addEventListener("keydown", pressed);
    return () => window.removeEventListener("keydown", pressed);
  }, []);
}
