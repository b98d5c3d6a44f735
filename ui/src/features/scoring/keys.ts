import { t as control } from "@/ui/controls-texts";
import { t } from "./texts";

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

const moves = (): [string, string][] => [
  [t("ctrlEnter"), t("keySave")],
  ["J", t("keyNext")],
  ["K", t("keyPrevious")],
  ["C", t("keyComment")],
  ["S", t("keySnippet")],
  [control("escapeKey"), t("keyLeave")],
];

const names = (): [string, string] => ["N", t("keyNames")];
const help = (): [string, string] => ["?", t("keyHelp")];

const points = (): [string, string][] => [["F, H, 0", t("keyPoints")]];

const withRubric = (): [string, string][] => [
  ["1–9", t("keyItem")],
  ["P", t("keyOwn")],
];
const withoutRubric = (): [string, string][] => [
  ["1", t("keyCorrect")],
  ["2", t("keyPartial")],
  ["3", t("keyWrong")],
];

/** Help on the keys, where there is a rubric, or names to hide. */
export const keyWords = (has: { rubric: boolean; names: boolean }): [string, string][] => [
  ...(has.rubric ? withRubric() : withoutRubric()),
  ...points(),
  ...moves(),
  ...(has.names ? [names()] : []),
  help(),
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
