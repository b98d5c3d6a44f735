import type { desk } from "@/i18n/staff/en/desk";
import type { PlainKey } from "@/i18n/typed";
import { t } from "../texts";

type Keys = [keys: string, does: PlainKey<typeof desk>][];

const EVERYWHERE: Keys = [
  ["Ctrl K", "searchAll"],
  ["?", "showShortcuts"],
  ["Tab", "firstSkip"],
];

const ROOMS: [path: RegExp, keys: Keys][] = [
  [
    /^\/admin\/tests\/[^/]+\/questions/,
    [
      ["↑ ↓", "outlineMove"],
      ["Enter", "openQuestion"],
      ["Alt ↑ ↓", "moveQuestion"],
    ],
  ],
  [/^\/admin\/tests\//, [["← →", "anotherTab"]]],
  [/^\/admin\/create-test/, [["Alt ↑ ↓", "moveFocused"]]],
  [/^\/admin$/, [["← →", "anotherTab"]]],
];

/** The keys of a room that has no list of its own. */
export function keysAt(path: string): [string, string][] {
  const own = ROOMS.find(([pattern]) => pattern.test(path))?.[1] ?? [];
  return [...own, ...EVERYWHERE].map(([keys, does]) => [keys, t(does)]);
}
