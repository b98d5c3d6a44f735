import { same } from "@/lib/kept/onTop";
import type { ConflictRow } from "./useSettingsConflict";

/** Fields that someone else has changed since a form was opened, with the own value where that was changed too. */
export function changedFields<Values extends object>(
  names: readonly (keyof Values & string)[],
  [before, now, mine]: readonly [Values, Values, Values],
  shown: (value: unknown) => string,
): ConflictRow[] {
  return names
    .filter((name) => !same(before[name], now[name]))
    .map((name) => ({
      name,
      theirs: shown(now[name]),
      ...(!same(mine[name], before[name]) && { mine: shown(mine[name]) }),
    }));
}
