import type { Test } from "@/api/types";
import { same } from "@/lib/kept/onTop";
import type { Clash } from "@/lib/kept/useKeptRecord";
import type { ConflictRow } from "./useSettingsConflict";

/** Fields that someone else has changed since a form was opened, with the own value where that was changed too. */
export function changedFields<Values extends object>(
  names: readonly (keyof Values & string)[],
  { before, now, mine }: Clash<Values>,
  shown: (value: unknown, name: string) => string,
): ConflictRow[] {
  return names
    .filter((name) => !same((before ?? mine)[name], now[name]))
    .map((name) => ({
      name,
      theirs: shown(now[name], name),
      ...(!same(mine[name], before?.[name]) && { mine: shown(mine[name], name) }),
    }));
}

/** Chosen tests by their titles. */
export const titlesOf = (ids: readonly string[], all: readonly Test[]): string =>
  ids.map((id) => all.find((test) => test.id === id)?.title ?? id).join(", ");
