export type KeyAction =
  | "full"
  | "half"
  | "none"
  | "partial"
  | "save"
  | "next"
  | "previous"
  | "comment"
  | "snippets"
  | "names"
  | "help";

/** Shortcuts while one question is scored across candidates. */
const KEYS: Record<string, KeyAction> = {
  f: "full",
  h: "half",
  "0": "none",
  p: "partial",
  j: "next",
  arrowdown: "next",
  k: "previous",
  arrowup: "previous",
  c: "comment",
  s: "snippets",
  n: "names",
  "?": "help",
};

/** Digits where no rubric has items for them. */
const DIGITS: Record<string, KeyAction> = { "1": "full", "2": "partial", "3": "none" };

const MOVES: [string, string][] = [
  ["Ctrl+Enter", "Save and go to the next answer"],
  ["J", "Next answer"],
  ["K", "Previous answer"],
  ["C", "Write a comment"],
  ["S", "Insert a snippet"],
  ["Esc", "Leave the text box"],
];

const NAMES: [string, string] = ["N", "Hide or show names"];
const HELP: [string, string] = ["?", "Show these shortcuts"];

const POINTS: [string, string][] = [["F, H, 0", "Full, half or no points, and go to the next answer"]];

const WITH_RUBRIC: [string, string][] = [
  ["1–9", "Choose an item of the rubric, or take it back"],
  ["P", "Type your own points instead"],
];
const WITHOUT_RUBRIC: [string, string][] = [
  ["1", "Mark correct and go to the next answer"],
  ["2", "Partial: type the points, Enter saves"],
  ["3", "Mark wrong and go to the next answer"],
];

/** Help on the keys, where there is a rubric, or names to hide. */
export const keyWords = ({ rubric, names }: { rubric: boolean; names: boolean }): [string, string][] => [
  ...(rubric ? WITH_RUBRIC : WITHOUT_RUBRIC),
  ...POINTS,
  ...MOVES,
  ...(names ? [NAMES] : []),
  HELP,
];

interface Pressed {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  /** Target of the key event: typing in a field is never a command. */
  inField: boolean;
}

/** The action of a key; with a rubric, digits belong to its items. */
export function keyAction(
  { key, ctrlKey, metaKey, altKey, inField }: Pressed,
  rubric = false,
): KeyAction | null {
  if (key === "Enter" && (ctrlKey || metaKey) && !altKey) return "save";
  if (inField || ctrlKey || metaKey || altKey) return null;
  return KEYS[key.toLowerCase()] ?? (rubric ? null : (DIGITS[key] ?? null));
}

/** The next index in a list of `count`, clamped to its ends. */
export const moved = (index: number, by: number, count: number) =>
  Math.max(0, Math.min(count - 1, index + by));

/** The first unscored answer after `index`, or else the next one. */
export function nextPending(answers: { manual_score_status: string }[], index: number): number {
  const found = answers.findIndex((answer, i) => i > index && answer.manual_score_status === "pending");
  return found === -1 ? moved(index, 1, answers.length) : found;
}
