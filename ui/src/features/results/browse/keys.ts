import type { DecisionValue } from "@/api/ranking";

export type KeyAction = { decide: DecisionValue | null } | { move: 1 | -1 } | "select" | "search" | "help";

const DOWN: KeyAction = { move: 1 };
const UP: KeyAction = { move: -1 };

/** Shortcuts of a list of results and of the result that is open above it. */
const KEYS: Record<string, KeyAction> = {
  j: DOWN,
  arrowdown: DOWN,
  k: UP,
  arrowup: UP,
  "1": { decide: "shortlist" },
  "2": { decide: "hold" },
  "3": { decide: "reject" },
  "0": { decide: null },
  x: "select",
  "/": "search",
  "?": "help",
};

export const KEY_WORDS: [string, string][] = [
  ["J", "Next candidate, also with the arrow key"],
  ["K", "Previous candidate"],
  ["Enter", "Open the result"],
  ["1", "Shortlist"],
  ["2", "Put on hold"],
  ["3", "Reject"],
  ["0", "Take the decision back"],
  ["X", "Select or clear the row"],
  ["/", "Search"],
  ["Esc", "Close the result, or leave the search"],
  ["Ctrl K", "Search tests, people, questions and actions"],
  ["?", "Show these shortcuts"],
];

interface Pressed {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** The action of a key; typing in a field is never a command. */
export function keyAction({ key, ctrlKey, metaKey, altKey }: Pressed, inField: boolean): KeyAction | null {
  if (inField || ctrlKey || metaKey || altKey) return null;
  return KEYS[key.toLowerCase()] ?? null;
}
