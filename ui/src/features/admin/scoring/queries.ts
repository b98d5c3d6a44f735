import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { api } from "@/api/client";
import type { CandidateAnswer, QueueItem, ReviewedQuestion, ScoringDetail } from "@/api/types";

/** Milliseconds between looks at the queue while the event stream does not tell. */
const POLL = 30_000;
const PAGE = 50;
/** Answers to one question are short work: a page is used up quickly. */
const ANSWERS = 100;

export const detailKey = (submission: string) => ["scoring", "detail", submission];

export function useQueue() {
  return useInfiniteQuery({
    queryKey: ["queue"],
    queryFn: ({ pageParam, signal }) =>
      api.page<QueueItem>("/admin/scoring-queue", {
        signal,
        query: { limit: PAGE, after: pageParam },
        list: "submissions",
      }),
    initialPageParam: "",
    getNextPageParam: (last) => last.after,
    refetchInterval: POLL,
  });
}

export const loadDetail = (submission: string, signal?: AbortSignal) =>
  api.get<ScoringDetail>(`/admin/scoring/${submission}`, signal ? { signal } : undefined);

export function useScoring(submission: string) {
  return useQuery({
    queryKey: detailKey(submission),
    queryFn: ({ signal }) => loadDetail(submission, signal),
    // A reviewer reads and writes here: what others change is told when it matters, by a 409.
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
        { signal, query: { status, limit: ANSWERS, after: pageParam }, list: "answers" },
      ),
    initialPageParam: "",
    getNextPageParam: (last) => last.after,
    // Answers must not vanish under the reviewer's hands once they are scored.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}
