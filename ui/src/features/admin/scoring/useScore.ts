import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiFailure, api, errorText } from "@/api/client";
import type { ScoreInput, ScoreReply, ScoringAnswer, ScoringDetail } from "@/api/types";
import { useSend } from "@/lib/useSend";
import { toast } from "@/ui/toast";
import { detailKey, loadDetail } from "./queries";
import { withAnswer } from "./score";

/** Somebody else scored the same answer while it was open here. */
export interface Conflict {
  by: string;
  /** RFC 3339 instant. */
  at: string;
  theirs: ScoringAnswer;
  mine: ScoreInput;
}

function changedMeanwhile(error: unknown): { by: string; at: string } | null {
  if (!(error instanceof ApiFailure) || error.code !== "changed_meanwhile") return null;
  const { by, at } = error.body as { by?: unknown; at?: unknown };
  return { by: typeof by === "string" ? by : "Somebody else", at: typeof at === "string" ? at : "" };
}

/** Lists that show a score or count the queue. The detail keeps what the reply told. */
export function refreshScores(client: QueryClient): void {
  for (const key of [["queue"], ["scoring", "questions"], ["overview"], ["results"]])
    void client.invalidateQueries({ queryKey: key });
}

interface Wiring {
  submission: string;
  /** Takes the answer as the server has it now. */
  onAnswer: (answer: ScoringAnswer) => void;
  onScored?: (answer: ScoringAnswer) => void;
}

/** Scores one answer; two reviewers never overwrite each other without being asked. */
export function useScore({ submission, onAnswer, onScored }: Wiring) {
  const client = useQueryClient();
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const score = useSend({
    mutationFn: ({ answerId, input }: { answerId: string; input: ScoreInput }) =>
      api.post<ScoreReply>(`/admin/scoring/${submission}/answer/${encodeURIComponent(answerId)}`, {
        body: input,
      }),
    onSuccess: ({ answer, submission: scores }) => {
      setConflict(null);
      client.setQueryData<ScoringDetail>(
        detailKey(submission),
        (detail) => detail && withAnswer(detail, answer, scores),
      );
      onAnswer(answer);
      refreshScores(client);
      toast.success("Answer scored successfully");
      onScored?.(answer);
    },
    onError: async (error, { answerId, input }) => {
      const who = changedMeanwhile(error);
      if (!who) {
        toast.error(`Failed to score answer: ${errorText(error)}`);
        return;
      }
      try {
        const fresh = await loadDetail(submission);
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
      // Their score moved the sums too.
      void client.invalidateQueries({ queryKey: detailKey(submission) });
      refreshScores(client);
    },
    keepMine: () => {
      if (!conflict) return;
      // Against what was shown: a third reviewer would be told of again.
      score.mutate({
        answerId: conflict.theirs.id,
        input: { ...conflict.mine, version: conflict.theirs.version },
      });
    },
  };
}
