import type { Init, Reply } from "@/api/operations";

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

/** The change from the stored rules to what is chosen; null where there is none. */
export function changeOf(rules: Rules, site: Picked, tests: Record<string, Picked>): Change | null {
  const stored = new Map(rules.tests.map((one) => [one.test_id, pickedOf(one.rules, "site")]));
  const follows = pickedOf({}, "site");
  const changed = Object.entries(tests).filter(([id, picked]) => !same(picked, stored.get(id) ?? follows));
  if (same(site, pickedOf(rules.site, "never")) && changed.length === 0) return null;
  return {
    site: daysOf(site),
    tests: changed.map(([test_id, picked]) => ({ test_id, rules: daysOf(picked) })),
    version: rules.version,
  };
}
