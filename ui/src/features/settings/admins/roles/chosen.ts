import type { GrantedRole, PersonRoles, RoleGrant, Test } from "@/api/types";
import { formatList } from "@/lib/format";
import { t } from "../texts";
import { GRANTED_ROLES } from "./labels";

/** Among the tests of a role: all of them, or a choice that is not made yet. */
const SITE = "*";
const TO_CHOOSE = "";

/** Lists of tests, so that two people's choices of one role stand side by side; empty without the role. */
export type Chosen = Record<GrantedRole, string[]>;

/** Undefined without the role, null for the whole site. */
type Tests = string[] | null | undefined;

export const entriesOf = (tests: Tests): string[] =>
  tests === undefined ? [] : tests === null ? [SITE] : tests.length === 0 ? [TO_CHOOSE] : tests;

export function testsOf(entries: readonly string[]): Tests {
  if (entries.length === 0) return undefined;
  return entries.includes(SITE) ? null : entries.filter((one) => one !== TO_CHOOSE);
}

export const chosenOf = ({ roles }: PersonRoles): Chosen =>
  Object.fromEntries(
    GRANTED_ROLES.map((role) => {
      const given = roles.find((one) => one.role === role);
      return [role, entriesOf(given && (given.tests ?? null))];
    }),
  ) as Chosen;

export function grantsOf(chosen: Chosen): RoleGrant[] {
  return GRANTED_ROLES.flatMap((role) => {
    const tests = testsOf(chosen[role]);
    return tests === undefined ? [] : [{ role, ...(tests && { tests }) }];
  });
}

/** "Backend and Frontend"; the titles are those of `all`. */
export function scopeWords(entries: readonly string[], all: readonly Test[]): string {
  const tests = testsOf(entries);
  if (tests === undefined) return t("notGiven");
  if (tests === null) return t("wholeSite");
  if (tests.length === 0) return t("noTestYet");
  return formatList(tests.map((id) => all.find((test) => test.id === id)?.title ?? t("otherTest")));
}
