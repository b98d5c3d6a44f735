import { Bold, Braces, Code, Image, Italic, Link, List, type LucideIcon, Sigma, Table } from "lucide-react";
import type { editor } from "@/i18n/staff/en/editor";
import type { PlainKey } from "@/i18n/typed";
import { t } from "./editor-texts";
import * as edits from "./edits";

export interface Command {
  /** Key of its label. */
  name: PlainKey<typeof editor>;
  icon: LucideIcon;
  /** `KeyboardEvent.code`: the same key in every layout. Always with Ctrl, or Cmd on a Mac. */
  code: string;
  shift?: boolean;
  /** Missing for the picture, which needs an upload first. */
  edit?: (state: edits.Selected) => edits.Selected;
}

/** The toolbar's buttons, in order. */
export const COMMANDS: Command[] = [
  { name: "bold", icon: Bold, code: "KeyB", edit: (s) => edits.wrapped(s, "**", "**", t("sampleBold")) },
  { name: "italic", icon: Italic, code: "KeyI", edit: (s) => edits.wrapped(s, "*", "*", t("sampleItalic")) },
  { name: "code", icon: Code, code: "KeyE", edit: (s) => edits.wrapped(s, "`", "`", t("sampleCode")) },
  { name: "codeBlock", icon: Braces, code: "KeyE", shift: true, edit: (s) => edits.codeBlock(s, "") },
  { name: "list", icon: List, code: "Digit8", shift: true, edit: edits.listed },
  { name: "table", icon: Table, code: "Digit9", shift: true, edit: edits.table },
  { name: "formula", icon: Sigma, code: "KeyM", edit: edits.formula },
  { name: "picture", icon: Image, code: "Digit7", shift: true },
  { name: "link", icon: Link, code: "KeyK", edit: edits.link },
];

/** Not on the toolbar: Tab leaves the field, as everywhere. */
const INDENTS: Record<string, (state: edits.Selected) => edits.Selected> = {
  BracketRight: edits.indented,
  BracketLeft: edits.outdented,
};

export interface Keys {
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

/** The command of a key press: one of the toolbar, or an indentation. */
export function commandOf(keys: Keys): Command | Required<Command>["edit"] | undefined {
  // Ctrl and Alt together are AltGr.
  if (!(keys.ctrlKey || keys.metaKey) || keys.altKey) return undefined;
  if (!keys.shiftKey && INDENTS[keys.code]) return INDENTS[keys.code];
  return COMMANDS.find((c) => c.code === keys.code && Boolean(c.shift) === keys.shiftKey);
}

/** The shortcut for people, and for `aria-keyshortcuts`. */
export function shortcut({ code, shift }: Command, isMac: boolean): { shown: string; aria: string } {
  const key = code.replace(/^(Key|Digit)/, "");
  const withCtrl = () => t(shift ? "ctrlShiftKey" : "ctrlKey", { key });
  return {
    shown: isMac ? `${shift ? "⇧" : ""}⌘${key}` : withCtrl(),
    aria: `${isMac ? "Meta" : "Control"}+${shift ? "Shift+" : ""}${key}`,
  };
}

/** The part of `before` that differs from `after`, and what replaces it. */
export function difference(before: string, after: string): { from: number; to: number; insert: string } {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail])
    tail += 1;
  return { from: head, to: before.length - tail, insert: after.slice(head, after.length - tail) };
}
