import { local, parseJson } from "@/lib/storage";
import type { Entry } from "./types";

const slot = (token: string) => `invigil_unwritten:${token}`;

const isEntry = (value: unknown): value is Entry => {
  if (typeof value !== "object" || value === null) return false;
  const { question_id, answer, seq } = value as Record<string, unknown>;
  return typeof question_id === "string" && typeof answer === "string" && typeof seq === "number";
};
export const isEntries = (value: unknown): value is Entry[] => Array.isArray(value) && value.every(isEntry);

/**
 * Keeps the last keystrokes of an unloading page. IndexedDB needs more turns of the event loop
 * than such a page has; localStorage writes before it returns.
 */
export function stash(token: string, entries: Entry[]): void {
  if (entries.length === 0 || local.set(slot(token), JSON.stringify(entries))) return;
  // Too large with the edits: the text is what counts.
  local.set(slot(token), JSON.stringify(entries.map((entry) => ({ ...entry, edits: undefined }))));
}

/** Removes and returns the stashed entries. */
export function unstash(token: string): Entry[] {
  const entries = parseJson(local.get(slot(token)), isEntries) ?? [];
  local.remove(slot(token));
  return entries;
}
