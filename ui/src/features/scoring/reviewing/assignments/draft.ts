import type { AssignmentItem, Assignments } from "@/api/types";
import { t } from "../texts";

export const SHARE_MAX = 100;
/** How a person takes part in a scope. */
type Part = "none" | "first" | "second";

export interface Member {
  part: Part;
  /** Parts of the whole, as typed. */
  share: string;
}

/** Who marks the whole test, or one question apart from it. */
export interface Scope {
  /** Null: all questions without a scope of their own. */
  question_id: string | null;
  members: Record<string, Member>;
}

export const NO_PART: Member = { part: "none", share: "1" };

/** The scopes of the stored assignments; that of the whole test is always there, and first. */
export function scopesOf(items: Assignments["items"]): Scope[] {
  const scopes: Scope[] = [{ question_id: null, members: {} }];
  for (const { reviewer_id, question_id = null, share, second } of items) {
    let scope = scopes.find((one) => one.question_id === question_id);
    if (!scope) {
      scope = { question_id, members: {} };
      scopes.push(scope);
    }
    scope.members[reviewer_id] = { part: second ? "second" : "first", share: String(share) };
  }
  return scopes;
}

/** A whole number from 1 to 100; null otherwise. */
export function shareOf(text: string): number | null {
  const value = Number(text.trim());
  return text.trim() !== "" && Number.isInteger(value) && value >= 1 && value <= SHARE_MAX ? value : null;
}

const entries = (scope: Scope) => Object.entries(scope.members).filter(([, { part }]) => part !== "none");

export const itemsOf = (scopes: Scope[]): AssignmentItem[] =>
  scopes.flatMap((scope) =>
    entries(scope).map(([reviewer_id, { part, share }]) => ({
      reviewer_id,
      question_id: scope.question_id,
      share: shareOf(share) ?? 1,
      second: part === "second",
    })),
  );

/** Why a scope cannot be saved; null if it can. */
export function scopeProblem(scope: Scope): string | null {
  const members = entries(scope).map(([, member]) => member);
  if (members.some(({ share }) => shareOf(share) === null)) {
    return t("shareWhole", { max: SHARE_MAX });
  }
  if (members.length > 0 && members.every(({ part }) => part === "second")) {
    return t("needsFirst");
  }
  return null;
}

/** The part of the answers that a member gets, in whole percent. */
export function percentOf(scope: Scope, id: string): number | null {
  const own = scope.members[id];
  if (!own || own.part === "none") return null;
  const sum = entries(scope)
    .filter(([, { part }]) => part === own.part)
    .reduce((total, [, { share }]) => total + (shareOf(share) ?? 0), 0);
  return sum === 0 ? null : Math.round((100 * (shareOf(own.share) ?? 0)) / sum);
}

/** All people in equal parts, as first markers. */
export const splitAmong = (scope: Scope, people: { id: string }[]): Scope => ({
  ...scope,
  members: Object.fromEntries(people.map(({ id }) => [id, { part: "first" as const, share: "1" }])),
});
