import { useEffect, useState } from "react";
import { onTop, same } from "./onTop";
import { useKept } from "./useKept";

/** What is sent: values, the record that they stand on, and its version. */
export interface OnRecord<Stored, Values> {
  values: Values;
  base: Stored;
  version: number;
}

/**
 * `useKept` for a form that overwrites a stored record: knows as which version it was opened, and puts what was changed here on
 * top of what someone else has stored since. `stored` may be read again while the form is open.
 */
export function useKeptRecord<Stored extends { version: number } | undefined, Values extends object>(
  key: string,
  stored: Stored,
  valuesOf: (stored: Stored) => Values,
) {
  const [opened, setOpened] = useState(stored);
  // A version that differs in nothing of the form is no conflict.
  const base = same(valuesOf(stored), valuesOf(opened)) ? stored : opened;
  const before = valuesOf(base);
  const [values, set, kept, rebase] = useKept(key, before, { version: base?.version ?? 0 });
  const [theirs, setTheirs] = useState<Stored>();
  const moveTo = (now: Stored, from: Values) => {
    setOpened(now);
    setTheirs(undefined);
    rebase(valuesOf(now), now?.version ?? 0, (mine) => onTop(from, valuesOf(now), mine));
  };
  useEffect(() => {
    if (base !== stored && same(values, before)) moveTo(stored, before);
  });
  return {
    values,
    set,
    kept,
    base,
    /** What is shown, as it is sent. */
    shown: (): OnRecord<Stored, Values> => ({
      values,
      base,
      version: kept.isStale ? kept.since : (base?.version ?? 0),
    }),
    /** What someone else has stored meanwhile, from when a change was refused until it is settled. */
    theirs,
    meet: async (read: () => Promise<Stored>) => setTheirs(await read()),
    /** Puts the own changes on top of theirs, to be sent. */
    keepMine: (now: NonNullable<Stored>): OnRecord<Stored, Values> => {
      const merged = onTop(before, valuesOf(now), values);
      moveTo(now, before);
      return { values: merged, base: now, version: now.version };
    },
    /** Gives the own changes up. */
    takeTheirs: (now: NonNullable<Stored>) => moveTo(now, values),
    /** After a success of a form that stays open: keeps what was typed meanwhile. */
    saved: (now: Stored, sent: Values) => moveTo(now, sent),
  };
}
