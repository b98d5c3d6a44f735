import { useState } from "react";
import { session } from "./storage";

const nameOf = (key: string) => `ranking_draft ${key}`;
export const reasonKey = (id: string) => `reason ${id}`;
export const noteKey = (id: string) => `note ${id}`;
export const commentKey = (id: string) => `comment ${id}`;

/** Forgets a draft that was saved as it stands. */
export function settleDraft(key: string, saved: string): void {
  if (session.get(nameOf(key))?.trim() === saved) session.remove(nameOf(key));
}

/** Text that is typed and not saved yet. It survives a reload, and a look at the next candidate. */
export function useDraft(key: string, saved = "") {
  const [, render] = useState(0);
  const typed = session.get(nameOf(key));
  return {
    text: typed ?? saved,
    /** Whether it differs from what is saved. */
    isTyped: typed !== null,
    set: (text: string) => {
      if (text === saved) session.remove(nameOf(key));
      else session.set(nameOf(key), text);
      render((count) => count + 1);
    },
    /** After it was saved. */
    forget: () => {
      session.remove(nameOf(key));
      render((count) => count + 1);
    },
  };
}

export type Draft = ReturnType<typeof useDraft>;
