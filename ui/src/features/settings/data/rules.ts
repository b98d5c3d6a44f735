import type { Init, Reply } from "@/api/operations";
import { onTop } from "@/lib/kept/onTop";

export type Rules = Reply<"/admin/retention", "get">;
export type DryRun = Reply<"/admin/retention/dry-run", "post">;
export type Change = Init<"/admin/retention", "put">["body"];

/** Label and hint are keys of the catalogue. */
export const KINDS = [
  { kind: "screenshots", label: "screenshots", hint: "screenshotsHint" },
  { kind: "answers", label: "answers", hint: "answersHint" },
  { kind: "timeline", label: "timeline", hint: "timelineHint" },
  { kind: "people", label: "people", hint: "peopleHint" },
  { kind: "mails", label: "mails", hint: "mailsHint" },
] as const;

/** Values of the choices: "site" follows the site's rule. */
export type Picked = Record<string, string>;

/** What is chosen by kind, for the site or for a test. */
export const pickedOf = (days: Record<string, number | null>, missing: "never" | "site"): Picked =>
  Object.fromEntries(
    KINDS.map(({ kind }) => {
      const own = days[kind];
      return [kind, own === undefined ? missing : own === null ? "never" : String(own)];
    }),
  );

const daysOf = (picked: Picked) =>
  Object.fromEntries(
    Object.entries(picked)
      .filter(([, value]) => value !== "site")
      .map(([kind, value]) => [kind, value === "never" ? null : Number(value)]),
  );

const same = (a: Picked, b: Picked) => KINDS.every(({ kind }) => a[kind] === b[kind]);

/** The choices for tests that have rules of their own. */
export const testsOf = (rules: Rules): Record<string, Picked> =>
  Object.fromEntries(rules.tests.map((one) => [one.test_id, pickedOf(one.rules, "site")]));

/** All choices. */
export interface Chosen {
  site: Picked;
  tests: Record<string, Picked>;
}

const idsOf = (...versions: Record<string, Picked>[]) => [...new Set(versions.flatMap(Object.keys))];

/** The own choices on top of rules that someone else has stored since. */
export function rulesOnTop(before: Rules, now: Rules, mine: Chosen): Chosen {
  const follows = pickedOf({}, "site");
  const [old, stored] = [testsOf(before), testsOf(now)];
  const tests = idsOf(stored, mine.tests)
    .map((id) => {
      const was = old[id] ?? follows;
      return [id, onTop(was, stored[id] ?? follows, mine.tests[id] ?? was)] as const;
    })
    // Rules that they took away are gone, unless they were changed here.
    .filter(([id, picked]) => id in stored || !(id in old) || !same(picked, follows));
  return {
    site: onTop(pickedOf(before.site, "never"), pickedOf(now.site, "never"), mine.site),
    tests: Object.fromEntries(tests),
  };
}

interface ChangedRule {
  name: string;
  kind: string;
  /** Absent for the site. */
  test?: string;
  theirs: string;
  /** Only where it was changed here too. */
  mine?: string;
}

/** Rules that someone else has changed, with the own choice where that was changed too. */
export function changedRules(before: Rules, now: Rules, mine: Chosen): ChangedRule[] {
  const follows = pickedOf({}, "site");
  const rows = (was: Picked, is: Picked, own: Picked, test?: string) =>
    KINDS.flatMap(({ kind }) => {
      const [old = "", theirs = "", chosen = ""] = [was[kind], is[kind], own[kind]];
      if (old === theirs) return [];
      const name = test === undefined ? kind : `${test} ${kind}`;
      return [{ name, kind, theirs, ...(test && { test }), ...(chosen !== old && { mine: chosen }) }];
    });
  const [old, stored] = [testsOf(before), testsOf(now)];
  const ofTests = idsOf(old, stored).flatMap((id) => {
    const was = old[id] ?? follows;
    return rows(was, stored[id] ?? follows, mine.tests[id] ?? was, id);
  });
  return [...rows(pickedOf(before.site, "never"), pickedOf(now.site, "never"), mine.site), ...ofTests];
}

/** The change from the stored rules to what is chosen; null where there is none. */
export function changeOf(rules: Rules, site: Picked, tests: Record<string, Picked>): Change | null {
  const stored = testsOf(rules);
  const follows = pickedOf({}, "site");
  const changed = Object.entries(tests).filter(([id, picked]) => !same(picked, stored[id] ?? follows));
  if (same(site, pickedOf(rules.site, "never")) && changed.length === 0) return null;
  return {
    site: daysOf(site),
    tests: changed.map(([test_id, picked]) => ({ test_id, rules: daysOf(picked) })),
    version: rules.version,
  };
}
