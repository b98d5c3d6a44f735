import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { api } from "@/api/client";
import type { CandidateAnswer, QueueItem, ReviewedQuestion, ScoringDetail } from "@/api/types";

/** Poll interval of the queue in ms while the event stream is down. */
const POLL_INTERVAL_MS = 30_000;
const PAGE_SIZE = 50;
/** Larger, because answers to one question are scored quickly. */
const ANSWERS_PAGE_SIZE = 100;

export const detailKey = (submission: string) => ["scoring", "detail", submission];

export function useQueue() {
  return useInfiniteQuery({
    queryKey: ["queue"],
    queryFn: ({ pageParam, signal }) =>
      api.page<QueueItem>("/admin/scoring-queue", {
        signal,
        query: { limit: PAGE_SIZE, after: pageParam },
        list: "submissions",
      }),
    initialPageParam: "",
    getNextPageParam: (last) => last.after,
    refetchInterval: POLL_INTERVAL_MS,
  });
}

export const loadDetail = (submission: string, signal?: AbortSignal) =>
  api.get<ScoringDetail>(`/admin/scoring/${submission}`, signal ? { signal } : undefined);

export function useScoring(submission: string) {
  return useQuery({
    queryKey: detailKey(submission),
    queryFn: ({ signal }) => loadDetail(submission, signal),
    // No refetch while a reviewer works: a conflicting change is reported by a 409.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

export function useReviewedQuestions(test: string) {
  return useQuery({
    queryKey: ["scoring", "questions", test],
    queryFn: ({ signal }) =>
      api.get<{ questions: ReviewedQuestion[] }>("/admin/scoring/by-question", {
        signal,
        query: { test_id: test },
      }),
    enabled: test !== "",
  });
}

export type AnswerFilter = "pending" | "all";
export const answersKey = (test: string, question: string, status: AnswerFilter) => [
  "scoring",
  "answers",
  test,
  question,
  status,
];

export function useCandidateAnswers(test: string, question: string, status: AnswerFilter) {
  return useInfiniteQuery({
    queryKey: answersKey(test, question, status),
    queryFn: ({ pageParam, signal }) =>
      api.page<CandidateAnswer>(
        `/admin/scoring/by-question/${encodeURIComponent(test)}/${encodeURIComponent(question)}`,
        { signal, query: { status, limit: ANSWERS_PAGE_SIZE, after: pageParam }, list: "answers" },
      ),
    initialPageParam: "",
    getNextPageParam: (last) => last.after,
    // Scored answers must not disappear while the reviewer works on them.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}
