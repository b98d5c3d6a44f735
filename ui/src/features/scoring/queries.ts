import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { pagesOf } from "@/api/pages";
import { queryOf } from "@/api/query";
import { inOutline } from "@/api/questions";
import { useNamed } from "@/lib/hidden-names";

/** Poll interval of the queue in ms while the event stream is down. */
const POLL_INTERVAL_MS = 30_000;
const PAGE_SIZE = 50;
/** Larger, because answers to one question are scored quickly. */
const ANSWERS_PAGE_SIZE = 100;

/** With every answer: those that their key has scored can be shown, too. */
export const detailQuery = (submission: string) =>
  queryOf("/admin/scoring/{submission_id}", { path: { submission_id: submission }, query: { all: true } });

/** All that waits, or what is assigned to one account. */
export function useQueue(reviewer: string | null) {
  return useInfiniteQuery({
    ...pagesOf("/admin/scoring-queue", { query: { limit: PAGE_SIZE, ...(reviewer && { reviewer }) } }),
    refetchInterval: POLL_INTERVAL_MS,
  });
}

export function useScoring(submission: string) {
  return useQuery({
    ...detailQuery(submission),
    select: useNamed(inOutline),
    // No refetch while a reviewer works: a conflicting change is reported by a 409.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

export function useReviewedQuestions(test: string) {
  return useQuery({
    ...queryOf("/admin/scoring/by-question", { query: { test_id: test } }),
    enabled: test !== "",
  });
}

export type AnswerFilter = "pending" | "all";

export const answersQuery = (test_id: string, question_id: string, status: AnswerFilter) =>
  pagesOf("/admin/scoring/by-question/{test_id}/{question_id}", {
    path: { test_id, question_id },
    query: { status, limit: ANSWERS_PAGE_SIZE },
  });

export function useCandidateAnswers(test: string, question: string, status: AnswerFilter) {
  return useInfiniteQuery({
    ...answersQuery(test, question, status),
    // Scored answers must not disappear while the reviewer works on them.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

export const rubricQuery = (id: string, question_id: string) =>
  queryOf("/tests/{id}/rubrics/{question_id}", { path: { id, question_id } });
