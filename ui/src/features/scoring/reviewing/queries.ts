import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { pagesOf } from "@/api/pages";
import { queryOf } from "@/api/query";
import type { AnswerFilter } from "../queries";

/** Poll interval in ms while the event stream is down. */
const POLL_INTERVAL_MS = 30_000;
const PAGE_SIZE = 100;

/** Answers assigned to the signed-in account. */
export function useAssigned() {
  return useQuery({ ...queryOf("/reviewing"), refetchInterval: POLL_INTERVAL_MS });
}

export const markingQuery = (test_id: string, question_id: string, filter: AnswerFilter) =>
  pagesOf("/reviewing/answers", {
    query: { test_id, question_id, status: filter === "pending" ? "waiting" : "done", limit: PAGE_SIZE },
  });

export function useMarkingAnswers(test: string, question: string, filter: AnswerFilter) {
  return useInfiniteQuery({
    ...markingQuery(test, question, filter),
    // Scored answers must not disappear while the reviewer works on them.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

export const assignmentsQuery = (id: string) => queryOf("/tests/{id}/assignments", { path: { id } });
export const agreementQuery = (id: string) => queryOf("/tests/{id}/agreement", { path: { id } });
export const toSettleQuery = (id: string) => pagesOf("/tests/{id}/to-settle", { path: { id }, query: {} });
export const anonymityQuery = (id: string) => queryOf("/tests/{id}/anonymous", { path: { id } });
