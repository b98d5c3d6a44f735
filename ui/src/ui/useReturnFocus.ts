import { useRef } from "react";

/**
 * Returns the focus to what had it before a dialog opened. Radix does so only for its own triggers, and
 * the dialogs here are opened by state.
 */
export function useReturnFocus() {
  const before = useRef<Element>(null);
  return {
    remember: () => {
      before.current = document.activeElement;
    },
    restore: (event: Event) => {
      event.preventDefault();
      if (before.current instanceof HTMLElement) before.current.focus();
    },
  };
}
