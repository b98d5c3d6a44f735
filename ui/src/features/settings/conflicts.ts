import type { ConflictRow } from "./useSettingsConflict";

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The own changes of a form on top of what someone else has stored since it was opened. */
export function onTop<Values extends object>(before: Values, now: Values, mine: Values): Values {
  const own = Object.entries(mine).filter(([name, value]) => !same(value, before[name as keyof Values]));
  return { ...now, ...Object.fromEntries(own) };
}

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
