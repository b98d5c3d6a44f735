import type { Init, Reply } from "@/api/operations";

export type Rules = Reply<"/admin/retention", "get">;
export type DryRun = Reply<"/admin/retention/dry-run", "post">;
export type Change = Init<"/admin/retention", "put">["body"];

export const KINDS = [
  { kind: "screenshots", label: "Screenshots", hint: "Of attempts that ended." },
  {
    kind: "answers",
    label: "Answers",
    hint: "With their history, comments and reasons. Scores stay, and cannot be changed by a new key.",
  },
  { kind: "timeline", label: "Timelines", hint: "With signals and messages of attempts that ended." },
  {
    kind: "people",
    label: "People",
    hint: "Without an open invitation: with all that is kept of them. Scores without names stay in the statistics.",
  },
  {
    kind: "mails",
    label: "Mails",
    hint: "Records of mails that were sent or given up, and the texts of letters.",
  },
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
