import type { desk } from "@/i18n/staff/en/desk";
import type { PlainKey } from "@/i18n/typed";
import { t as control } from "@/ui/controls-texts";
import { t } from "../texts";

type Keys = [keys: () => string, does: PlainKey<typeof desk>][];

const EVERYWHERE: Keys = [
  [() => control("ctrlKey", { key: "K" }), "searchAll"],
  [() => "?", "showShortcuts"],
  [() => control("tabKey"), "firstSkip"],
];

const ROOMS: [path: RegExp, keys: Keys][] = [
  [
    /^\/admin\/tests\/[^/]+\/questions/,
    [
      [() => "↑ ↓", "outlineMove"],
      [() => control("enterKey"), "openQuestion"],
      [() => control("altKey", { key: "↑ ↓" }), "moveQuestion"],
    ],
  ],
  [/^\/admin\/tests\//, [[() => "← →", "anotherTab"]]],
  [/^\/admin\/create-test/, [[() => control("altKey", { key: "↑ ↓" }), "moveFocused"]]],
  [/^\/admin$/, [[() => "← →", "anotherTab"]]],
];

/** The keys of a room that has no list of its own. */
export function keysAt(path: string): [string, string][] {
  const own = ROOMS.find(([pattern]) => pattern.test(path))?.[1] ?? [];
  return [...own, ...EVERYWHERE].map(([keys, does]) => [keys(), t(does)]);
}
