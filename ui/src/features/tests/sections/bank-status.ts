import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { queryOf } from "@/api/query";
import type { BankState, Test } from "@/api/types";

/** Current state in the bank of a question that a test uses. */
export interface BankStatus {
  /** The current version. */
  version: number;
  state: BankState | undefined;
}

const statusesOf = ({ sections = [] }: Pick<Test, "sections">) =>
  sections.flatMap(({ items }) =>
    items.flatMap(({ question_id, version = 1, newer_version, state }) =>
      question_id === undefined ? [] : [[question_id, { version: newer_version ?? version, state }] as const],
    ),
  );

/** By the id of the question. Lists of tests leave it out, so the test is read again. */
export function useBankStatus(test: Test | null): ReadonlyMap<string, BankStatus> {
  const { data } = useQuery({
    ...queryOf("/tests/{id}", { path: { id: test?.id ?? "" } }),
    enabled: test?.sections !== undefined,
    gcTime: 0,
  });
  return useMemo(() => new Map(data ? statusesOf(data) : []), [data]);
}
