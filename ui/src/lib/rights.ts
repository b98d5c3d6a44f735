import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { queryOf } from "@/api/query";
import type { OwnRights } from "@/api/types";
import { useSession } from "@/stores/session";

/** Capabilities that the page asks for, by their names in the description of the API. */
export type Capability =
  | "watch"
  | "intervene"
  | "read_tests"
  | "author"
  | "invite"
  | "read_results"
  | "decide"
  | "score"
  | "oversee"
  | "manage_applicants"
  | "operate"
  | "read_staff";

export interface Rights {
  /** False while they load. */
  ready: boolean;
  /** Whether there is any right of staff, beside scoring what is assigned. */
  any: boolean;
  /** For this test; without one, for any. */
  may(capability: Capability, test?: string): boolean;
  /** For the whole site. */
  mayAll(capability: Capability): boolean;
}

/** Administrators have all of these. */
const ALL: Rights = { ready: true, any: true, may: () => true, mayAll: () => true };
const NONE: Rights = { ready: false, any: false, may: () => false, mayAll: () => false };

export function rightsOf({ capabilities }: OwnRights): Rights {
  const held = new Map(capabilities.map(({ capability, tests }) => [capability, tests]));
  return {
    ready: true,
    any: capabilities.some(({ capability }) => capability !== "review"),
    may: (capability, test) =>
      held.has(capability) && (test === undefined || (held.get(capability)?.includes(test) ?? true)),
    mayAll: (capability) => held.has(capability) && held.get(capability) === undefined,
  };
}

/**
 * What the signed-in account may do. The page hides the rest, and the server refuses it. Only the roles of staff and reviewers
 * are read: administrators have everything that the page asks for.
 */
export function useRights(): Rights {
  const role = useSession((state) => state.user?.role);
  const isGiven = role === "staff" || role === "reviewer";
  const { data } = useQuery({ ...queryOf("/auth/rights"), enabled: isGiven });
  return useMemo(() => (isGiven ? (data ? rightsOf(data) : NONE) : ALL), [isGiven, data]);
}
