import { useState } from "react";
import { changedMeanwhile, errorText } from "@/api/client";
import type { ScoreInput, ScoringAnswer } from "@/api/types";
import { useSend } from "@/lib/useSend";
import { toast } from "@/ui/toast";
import type { ScoreTarget } from "./targets";
import { t } from "./texts";

/** Another reviewer scored the same answer while it was open here. */
export interface Conflict {
  by: string;
  /** RFC 3339 instant. */
  at: string;
  theirs: ScoringAnswer;
  mine: ScoreInput;
}

interface Wiring {
  target: ScoreTarget;
  /** Adopts the server's current version of the answer; `sent`: it has the score that was sent from here. */
  onAnswer: (answer: ScoringAnswer, sent?: ScoreInput) => void;
  onScored?: (() => void) | undefined;
}

/** Scores one answer with optimistic concurrency: reviewers never overwrite each other silently. */
export function useScore({ target, onAnswer, onScored }: Wiring) {
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const score = useSend({
    mutationFn: target.send,
    onSuccess: (answer, input) => {
      setConflict(null);
      onAnswer(answer, input);
      target.refresh();
      toast.success(t("scored"));
      onScored?.();
    },
    onError: async (error, input) => {
      const who = changedMeanwhile(error, t("anotherReviewer"));
      const theirs = who && (await target.fresh().catch(() => null));
      if (who && theirs) setConflict({ ...who, theirs, mine: input });
      else toast.error(t("scoreFailed", { reason: errorText(error) }));
    },
  });
  return {
    busy: score.isPending,
    conflict,
    send: score.mutate,
    takeTheirs: () => {
      if (!conflict) return;
      onAnswer(conflict.theirs);
      setConflict(null);
      target.refresh();
    },
    keepMine: () => {
      // Against the version shown: a third reviewer's score would conflict again.
      if (conflict) score.mutate({ ...conflict.mine, version: conflict.theirs.version });
    },
  };
}
