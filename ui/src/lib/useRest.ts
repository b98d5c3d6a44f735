import { useLayoutEffect, useState } from "react";
import { inField } from "./in-field";

/** Rest in ms of a button that cannot be undone, after it appeared where another one may have been pressed. */
export const REST_MS = 1_000;

/** Not typing: a space or a new line in an answer presses nothing. */
const isPress = (event: Event) =>
  !(event instanceof KeyboardEvent) || (["Enter", " "].includes(event.key) && !inField(event.target));

/**
 * False until nothing was pressed for a second since `subject` last changed: a second click, a held key or a row of
 * impatient taps must not press what appeared under them.
 */
export function useRest(subject: unknown): boolean {
  const [rested, setRested] = useState<{ subject: unknown }>();
  useLayoutEffect(() => {
    const stop = new AbortController();
    const done = () => {
      stop.abort();
      setRested({ subject });
    };
    let timer = setTimeout(done, REST_MS);
    const again = (event: Event) => {
      if (!isPress(event)) return;
      clearTimeout(timer);
      timer = setTimeout(done, REST_MS);
    };
    const options = { capture: true, signal: stop.signal };
    for (const type of ["pointerdown", "click", "keydown"]) window.addEventListener(type, again, options);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [subject]);
  return rested !== undefined && rested.subject === subject;
}
