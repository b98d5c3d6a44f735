import { useEffect, useRef } from "react";
import { inField } from "@/lib/in-field";

/** Whether the key belongs to the control that has the focus. */
function isTaken({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  // The track's slider: it has the same keys.
  if (target.matches("input[type=range]")) return false;
  return inField(target) || (key === " " && target.matches("button, a, summary, input"));
}

/** Presses that a player has taken: another one beside it takes them as well. */
const taken = new WeakSet<KeyboardEvent>();

/** Calls what is bound to a pressed key: its name, after "Shift+" if that is held. */
export function useKeys(bound: Readonly<Record<string, () => void>>, takes: () => boolean): void {
  const latest = useRef(bound);
  latest.current = bound;
  const isMine = useRef(takes);
  isMine.current = takes;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented && !taken.has(event)) return;
      if (event.ctrlKey || event.metaKey || event.altKey || isTaken(event)) return;
      const run = latest.current[`${event.shiftKey ? "Shift+" : ""}${event.key}`];
      if (!run || !isMine.current()) return;
      taken.add(event);
      event.preventDefault();
      run();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}
