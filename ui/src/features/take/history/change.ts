import type { Change } from "./codec";

const isHigh = (unit: number) => unit >= 0xd800 && unit < 0xdc00;
const isLow = (unit: number) => unit >= 0xdc00 && unit < 0xe000;

/** The one change that leads from `before` to `after`: what is between their common start and end. */
export function changeBetween(before: string, after: string): Change {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  if (start > 0 && isHigh(before.charCodeAt(start - 1))) start--;
  let end = 0;
  while (
    end < shorter - start &&
    before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)
  )
    end++;
  if (end > 0 && isLow(before.charCodeAt(before.length - end))) end--;
  return {
    position: start,
    deleted: before.length - start - end,
    inserted: after.slice(start, after.length - end),
  };
}

/** Positions that are tried: more differ only in text that repeats itself. */
const MAX_TRIES = 1_000;

/**
 * The change that replaces what was selected by `inserted`, though both may begin or end in the same way; undefined if it
 * does not lead from `before` to `after`.
 */
export function replacementBetween(before: string, after: string, inserted: string): Change | undefined {
  const { position: latest, deleted: least } = changeBetween(before, after);
  const deleted = before.length + inserted.length - after.length;
  if (inserted === "" || deleted < least) return undefined;
  for (
    let position = latest;
    position >= Math.max(0, latest - inserted.length, latest - MAX_TRIES);
    position--
  ) {
    if (!after.startsWith(inserted, position)) continue;
    const change = { position, deleted, inserted };
    if (applied(before, change) === after) return change;
  }
  return undefined;
}

export const applied = (text: string, { position, deleted, inserted }: Change): string =>
  text.slice(0, position) + inserted + text.slice(position + deleted);

/** Both changes as one, if the second only touches what the first inserted, or continues it. */
export function joined(first: Change, second: Change): Change | undefined {
  const from = second.position - first.position;
  if (from < 0 || from + second.deleted > first.inserted.length) return undefined;
  return { ...first, inserted: applied(first.inserted, { ...second, position: from }) };
}
