import { useState } from "react";
import { session } from "./storage";

const nameOf = (key: string) => `ranking_draft ${key}`;
const versionNameOf = (key: string) => `ranking_draft_version ${key}`;
export const reasonKey = (id: string) => `reason ${id}`;
export const noteKey = (id: string) => `note ${id}`;
export const commentKey = (id: string) => `comment ${id}`;

/** Forgets a draft that was saved as it stands. */
export function settleDraft(key: string, saved: string): void {
  if (session.get(nameOf(key))?.trim() === saved) drop(key);
}

function drop(key: string): void {
  session.remove(nameOf(key));
  session.remove(versionNameOf(key));
}

/**
 * Text that is typed and not saved yet. It survives a reload, and a look at the next candidate. `version` is that of the
 * saved text.
 */
export function useDraft(key: string, saved = "", version = 0) {
  const [, render] = useState(0);
  const typed = session.get(nameOf(key));
  return {
    text: typed ?? saved,
    /** Whether it differs from what is saved. */
    isTyped: typed !== null,
    /** The version that was read when the typing began: what was saved since is a conflict. */
    since: typed === null ? version : Number(session.get(versionNameOf(key)) ?? version),
    set: (text: string) => {
      if (typed === null) session.set(versionNameOf(key), String(version));
      if (text === saved) drop(key);
      else session.set(nameOf(key), text);
      render((count) => count + 1);
    },
    /** After the present version was shown beside it. */
    rebase: () => session.set(versionNameOf(key), String(version)),
    /** After it was saved. */
    forget: () => {
      drop(key);
      render((count) => count + 1);
    },
  };
}

export type Draft = ReturnType<typeof useDraft>;
