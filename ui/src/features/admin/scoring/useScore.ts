import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, changedMeanwhile, errorText } from "@/api/client";
import { RESULTS } from "@/api/groups";
import { invalidate } from "@/api/query";
import type { ScoreInput, ScoringAnswer } from "@/api/types";
import { useSend } from "@/lib/useSend";
import { toast } from "@/ui/toast";
import { detailQuery } from "./queries";
import { withAnswer } from "./score";

/** Another reviewer scored the same answer while it was open here. */
export interface Conflict {
  by: string;
  /** RFC 3339 instant. */
  at: string;
  theirs: ScoringAnswer;
  mine: ScoreInput;
}

/** Queries that show scores or queue counts. The detail keeps the reply's data. */
export function refreshScores(client: QueryClient): void {
  void invalidate(
    client,
    "/admin/scoring-queue",
    "/admin/scoring/by-question",
    "/admin/overview",
    ...RESULTS,
  );
}

interface Wiring {
  submission: string;
  /** Adopts the server's current version of the answer. */
  onAnswer: (answer: ScoringAnswer) => void;
  onScored?: (answer: ScoringAnswer) => void;
}

/** Scores one answer with optimistic concurrency: reviewers never overwrite each other silently. */
export function useScore({ submission, onAnswer, onScored }: Wiring) {
  const client = useQueryClient();
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const score = useSend({
    mutationFn: ({ answerId, input }: { answerId: string; input: ScoreInput }) =>
      api.post("/admin/scoring/{submission_id}/answer/{answer_id}", {
        path: { submission_id: submission, answer_id: answerId },
        body: input,
      }),
    onSuccess: ({ answer, submission: scores }) => {
      setConflict(null);
      client.setQueryData(
        detailQuery(submission).queryKey,
        (detail) => detail && withAnswer(detail, answer, scores),
      );
      onAnswer(answer);
      refreshScores(client);
      toast.success("Answer scored successfully");
      onScored?.(answer);
    },
    onError: async (error, { answerId, input }) => {
      const who = changedMeanwhile(error, "Another reviewer");
      if (!who) {
        toast.error(`Failed to score answer: ${errorText(error)}`);
        return;
      }
      try {
        const fresh = await api.get("/admin/scoring/{submission_id}", {
          path: { submission_id: submission },
        });
        const theirs = fresh.answers.find((answer) => answer.id === answerId);
        if (!theirs) throw error;
        setConflict({ ...who, theirs, mine: input });
      } catch {
        toast.error(`Failed to score answer: ${errorText(error)}`);
      }
    },
  });
  return {
    busy: score.isPending,
    conflict,
    send: (answerId: string, input: ScoreInput) => score.mutate({ answerId, input }),
    takeTheirs: () => {
      if (!conflict) return;
      onAnswer(conflict.theirs);
      setConflict(null);
      // Their score changed the sums too.
      void invalidate(client, "/admin/scoring/{submission_id}");
      refreshScores(client);
    },
    keepMine: () => {
      if (!conflict) return;
      // Against the version shown: a third reviewer's score would conflict again.
      score.mutate({
        answerId: conflict.theirs.id,
        input: { ...conflict.mine, version: conflict.theirs.version },
      });
    },
  };
}
