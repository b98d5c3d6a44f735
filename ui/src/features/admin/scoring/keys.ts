export type KeyAction = "correct" | "partial" | "wrong" | "next" | "previous" | "comment" | "names" | "help";

/** Shortcuts while one question is scored across candidates. */
const KEYS: Record<string, KeyAction> = {
  "1": "correct",
  "2": "partial",
  "3": "wrong",
  j: "next",
  arrowdown: "next",
  k: "previous",
  arrowup: "previous",
  c: "comment",
  n: "names",
  "?": "help",
};

export const KEY_WORDS: [string, string][] = [
  ["1", "Mark correct and go to the next answer"],
  ["2", "Partial: type the points, Enter saves"],
  ["3", "Mark wrong and go to the next answer"],
  ["J", "Next answer"],
  ["K", "Previous answer"],
  ["C", "Write a comment"],
  ["Esc", "Leave the text box"],
  ["N", "Hide or show names"],
  ["?", "Show these shortcuts"],
];

interface Pressed {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  /** Target of the key event: typing in a field is never a command. */
  inField: boolean;
}

export function keyAction({ key, ctrlKey, metaKey, altKey, inField }: Pressed): KeyAction | null {
  if (inField || ctrlKey || metaKey || altKey) return null;
  return KEYS[key.toLowerCase()] ?? null;
}

/** The next index in a list of `count`, clamped to its ends. */
export const moved = (index: number, by: number, count: number) =>
  Math.max(0, Math.min(count - 1, index + by));

/** The first unscored answer after `index`, or else the next one. */
export function nextPending(answers: { manual_score_status: string }[], index: number): number {
  const found = answers.findIndex((answer, i) => i > index && answer.manual_score_status === "pending");
  return found === -1 ? moved(index, 1, answers.length) : found;
}
