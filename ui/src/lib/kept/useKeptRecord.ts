import { useEffect, useState } from "react";
import { onTop, same } from "./onTop";
import { type Kept, useKept } from "./useKept";

/** What is sent: values, the record that they stand on, and its version. */
export interface OnRecord<Stored, Values> {
  values: Values;
  base: Stored;
  version: number;
}

/** Values of one form: as two people changed them, and as they were before. */
export interface Clash<Values> {
  /** Unknown where the own values were typed before the version that is shown: then all that differ count. */
  before: Values | undefined;
  now: Values;
  mine: Values;
}

type Versioned = { version: number } | undefined;

export interface KeptRecord<Stored extends Versioned, Values extends object> {
  values: Values;
  set: (next: Values | ((before: Values) => Values)) => void;
  kept: Kept;
  /** The version that the own changes are made on. */
  base: Stored;
  /** What is shown, as it is sent. */
  shown(): OnRecord<Stored, Values>;
  /** What someone else has stored meanwhile, from when a change was refused until it is settled. */
  theirs: NonNullable<Stored> | undefined;
  clash: Clash<Values> | undefined;
  meet(theirs: NonNullable<Stored>): void;
  /** Puts the own changes on top of theirs, to be sent. */
  keepMine(theirs: NonNullable<Stored>): OnRecord<Stored, Values>;
  /** Gives the own changes up. */
  takeTheirs(theirs: NonNullable<Stored>): void;
  /** After a success of a form that stays open: keeps what was typed meanwhile. */
  saved(now: Stored, sent: Values): void;
}

/**
 * `useKept` for a form that overwrites a stored record: knows as which version it was opened, and puts what was changed here on
 * top of what someone else has stored since. `stored` may be read again while the form is open. Fields with `secrets` are not
 * kept.
 */
export function useKeptRecord<Stored extends Versioned, Values extends object>(
  key: string,
  stored: Stored,
  valuesOf: (stored: Stored) => Values,
  secrets: readonly string[] = [],
): KeptRecord<Stored, Values> {
  const at = stored?.version ?? 0;
  const [opened, setOpened] = useState({ record: stored, at });
  const isLater = at !== opened.at;
  // A version that differs in nothing of the form is no conflict.
  const base = isLater && same(valuesOf(stored), valuesOf(opened.record)) ? stored : opened.record;
  const before = valuesOf(base);
  const [values, set, kept, rebase] = useKept(key, before, { version: base?.version ?? 0, secrets });
  const [theirs, setTheirs] = useState<NonNullable<Stored>>();
  const moveTo = (now: Stored, from: Values) => {
    setOpened({ record: now, at });
    setTheirs(undefined);
    rebase(valuesOf(now), now?.version ?? 0, (mine) => onTop(from, valuesOf(now), mine));
  };
  useEffect(() => {
    if (isLater && base !== stored && same(values, before)) moveTo(stored, before);
  });
  return {
    values,
    set,
    kept,
    base,
    shown: () => ({ values, base, version: kept.isStale ? kept.since : (base?.version ?? 0) }),
    theirs,
    clash: theirs && { before: kept.isStale ? undefined : before, now: valuesOf(theirs), mine: values },
    meet: setTheirs,
    keepMine: (now) => {
      const merged = onTop(before, valuesOf(now), values);
      moveTo(now, before);
      return { values: merged, base: now, version: now.version };
    },
    takeTheirs: (now) => moveTo(now, values),
    saved: moveTo,
  };
}
