import { useEffect, useState } from "react";

/** Pause in ms after the last key, before a typed filter is applied. */
const TYPING_PAUSE_MS = 300;

/** A text that is typed, and applied after a pause; what is applied elsewhere replaces it. */
export function useTyped(applied: string, apply: (text: string) => void) {
  const [text, setText] = useState(applied);
  useEffect(() => setText(applied), [applied]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the timer
  useEffect(() => {
    if (text.trim() === applied.trim()) return;
    const timer = window.setTimeout(() => apply(text), TYPING_PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [text]);
  return [text, setText] as const;
}
