import type { QueryClient } from "@tanstack/react-query";
import { api } from "@/api/client";
import { ASSIGNMENTS, RESULTS } from "@/api/groups";
import { invalidate } from "@/api/query";
import type { ScoreInput, ScoringAnswer, TriedSolution, TryInput } from "@/api/types";
import { detailQuery } from "./queries";
import { withAnswer } from "./score";
import { t } from "./texts";

/** Where a score goes: the same page serves administrators and those who see their own share alone. */
export interface ScoreTarget {
  /** Key of the answer, for what is typed and not saved yet. */
  key: string;
  send: (input: ScoreInput) => Promise<ScoringAnswer>;
  /** The answer as it is now; fails where it is gone. */
  fresh: () => Promise<ScoringAnswer>;
  /** Runs a changed copy of an answer in code on all tests; nothing of it is kept. */
  tryCopy: (copy: TryInput) => Promise<TriedSolution>;
  /** Refetches what shows scores. */
  refresh: () => void;
}

/** Queries that show scores or queue counts. */
export function refreshScores(client: QueryClient): void {
  void invalidate(
    client,
    "/admin/scoring-queue",
    "/admin/scoring/by-question",
    "/admin/overview",
    ...ASSIGNMENTS,
    ...RESULTS,
  );
}

/** An answer of a submission, as administrators score it. */
export function submissionTarget(client: QueryClient, submission: string, answer: string): ScoreTarget {
  return {
    key: `${submission} ${answer}`,
    send: async (input) => {
      const reply = await api.post("/admin/scoring/{submission_id}/answer/{answer_id}", {
        path: { submission_id: submission, answer_id: answer },
        body: input,
      });
      client.setQueryData(
        detailQuery(submission).queryKey,
        (detail) => detail && withAnswer(detail, reply.answer, reply.submission),
      );
      return reply.answer;
    },
    fresh: async () => {
      const detail = await api.get("/admin/scoring/{submission_id}", {
        path: { submission_id: submission },
        query: { all: true },
      });
      // Their score changed the sums too.
      client.setQueryData(
        detailQuery(submission).queryKey,
        (before) => before && { ...detail, answers: before.answers },
      );
      const found = detail.answers.find(({ id }) => id === answer);
      if (!found) throw new Error(t("answerGone"));
      return found;
    },
    tryCopy: (body) =>
      api.post("/admin/scoring/{submission_id}/answer/{answer_id}/try", {
        path: { submission_id: submission, answer_id: answer },
        body,
      }),
    refresh: () => refreshScores(client),
  };
}

/** An answer that was assigned to the signed-in account. */
export function markingTarget(client: QueryClient, marking_id: string): ScoreTarget {
  return {
    key: marking_id,
    send: async (input) =>
      (await api.post("/reviewing/answers/{marking_id}", { path: { marking_id }, body: input })).answer,
    fresh: () => api.get("/reviewing/answers/{marking_id}", { path: { marking_id } }),
    tryCopy: (body) => api.post("/reviewing/answers/{marking_id}/try", { path: { marking_id }, body }),
    refresh: () => void invalidate(client, "/reviewing"),
  };
}
