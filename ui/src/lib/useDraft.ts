import { useState } from "react";
import { forgetTyped, keepTyped, readTyped, typist } from "./kept/store";

const nameOf = (key: string) => `draft ${key}`;
export const reasonKey = (id: string) => `reason ${id}`;
export const noteKey = (id: string) => `note ${id}`;
export const commentKey = (id: string) => `comment ${id}`;

function typedOf(key: string): { text: string; version: number } | null {
  const typed = readTyped(typist(), nameOf(key));
  return typed && typeof typed.value === "string" ? { text: typed.value, version: typed.version } : null;
}

const drop = (key: string) => forgetTyped(typist(), nameOf(key));

/** Forgets a draft that was saved as it stands. */
export function settleDraft(key: string, saved: string): void {
  if (typedOf(key)?.text.trim() === saved) drop(key);
}

/**
 * Text that is typed and not saved yet, kept as `useKept` keeps a form; read again each time, so that one component can show
 * one record after the other. `version` is that of the saved text.
 */
export function useDraft(key: string, saved = "", version = 0) {
  const [, render] = useState(0);
  const typed = typedOf(key);
  const keep = (value: string, since: number) =>
    keepTyped(typist(), nameOf(key), { value, version: since, at: Date.now() });
  return {
    text: typed?.text ?? saved,
    /** Whether it differs from what is saved. */
    isTyped: typed !== null,
    /** The version that was read when the typing began: what was saved since is a conflict. */
    since: typed?.version ?? version,
    set: (text: string) => {
      if (text === saved) drop(key);
      else keep(text, typed?.version ?? version);
      render((count) => count + 1);
    },
    /** After the present version was shown beside it. */
    rebase: () => {
      if (typed) keep(typed.text, version);
    },
    /** After it was saved. */
    forget: () => {
      drop(key);
      render((count) => count + 1);
    },
  };
}

export type Draft = ReturnType<typeof useDraft>;
