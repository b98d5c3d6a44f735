import type { DecisionValue } from "@/api/ranking";
import { t as control } from "@/ui/controls-texts";
import { t } from "../ranking/texts";

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

export const keyWords = (): [string, string][] => [
  ["J", t("keyNext")],
  ["K", t("keyPrevious")],
  [control("enterKey"), t("keyOpen")],
  ["1", t("shortlist")],
  ["2", t("keyHold")],
  ["3", t("reject")],
  ["0", t("keyBack")],
  [control("ctrlKey", { key: "Z" }), t("keyUndo")],
  ["X", t("keySelect")],
  ["/", t("keySearch")],
  [control("escapeKey"), t("keyClose")],
  [control("ctrlKey", { key: "K" }), t("keyPalette")],
  ["?", t("keyHelp")],
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
