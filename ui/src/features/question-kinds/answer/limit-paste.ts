import type { ClipboardEvent } from "react";
import { fitsAnswer } from "@/lib/answer-text";

/**
 * Refuses a paste beyond the limit of an answer before the browser inserts it: laying out a megabyte, only to take it
 * back, blocks the page for many seconds. The refused text is reported like any other input.
 */
export const limitPaste =
  (onChange: (text: string) => void) => (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    const pasted = event.clipboardData.getData("text/plain");
    const next = value.slice(0, selectionStart) + pasted + value.slice(selectionEnd);
    if (fitsAnswer(next)) return;
    event.preventDefault();
    onChange(next);
  };
