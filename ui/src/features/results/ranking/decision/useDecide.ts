import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { api, changedMeanwhile, errorText } from "@/api/client";
import { DECISIONS } from "@/api/groups";
import type { Reply } from "@/api/operations";
import { invalidate } from "@/api/query";
import type { Decision, DecisionValue, Ranking, RankingRow } from "@/api/ranking";
import { reasonKey, settleDraft } from "@/lib/useDraft";
import { useSend } from "@/lib/useSend";
import { toast } from "@/ui/toast";
import { bulkWords, decisionLabel, keptWords } from "../labels";
import { resultQuery } from "../queries";

/** A submission as the page shows it: a ranking's row, or a result. */
export interface Decidable {
  submission_id: string;
  applicant_name: string;
  decision: Decision | null;
  decision_version: number;
  told: RankingRow["told"];
}

interface Wish {
  decision: DecisionValue | null;
  reason: string;
}

interface Sent extends Wish {
  id: string;
  name: string;
  version: number;
}

/** Another administrator decided on the same submission after it was read here. */
export interface Conflict {
  by: string;
  /** RFC 3339 instant; empty if unknown. */
  at: string;
  theirs: Decision | null;
  mine: Sent;
}

/** Puts a decision into every list and result that is loaded. */
function adopt(client: QueryClient, id: string, decision: Decision | null, decision_version: number): void {
  const changed = { decision, decision_version };
  client.setQueriesData<Ranking>({ queryKey: ["/tests/{id}/ranking"] }, (old) => {
    const rows = old?.rows.map((row) => (row.submission_id === id ? { ...row, ...changed } : row));
    return old && rows && { ...old, rows };
  });
  client.setQueriesData<Reply<"/results", "get">>({ queryKey: ["/results"] }, (old) => {
    const results = old?.results.map((row) => (row.submission_id === id ? { ...row, ...changed } : row));
    return old && results && { ...old, results };
  });
  client.setQueryData(resultQuery(id).queryKey, (old) => old && { ...old, ...changed });
}

/** Decides with optimistic concurrency: administrators never overwrite each other silently. */
export function useDecide(onConflict: (id: string) => void) {
  const client = useQueryClient();
  const [conflict, setConflict] = useState<Conflict | null>(null);
  /** Submissions with a call under way, with what was wished for in the meantime. */
  const underWay = useRef(new Map<string, Wish | null>());

  const put = useSend({
    mutationFn: ({ id, decision, reason, version }: Sent) =>
      api.put("/results/{submission_id}/decision", {
        path: { submission_id: id },
        body: { decision, reason, version },
      }),
    onSuccess: ({ decision, version }, sent) => {
      setConflict((before) => (before?.mine.id === sent.id ? null : before));
      settleDraft(reasonKey(sent.id), sent.reason);
      adopt(client, sent.id, decision ?? null, version);
      toast.success(`${sent.name}: ${decisionLabel(sent.decision).toLowerCase()}`, { id: "decision" });
      void invalidate(client, "/results", "/tests/{id}/ranking");
      const next = underWay.current.get(sent.id);
      underWay.current.delete(sent.id);
      const isSame = next?.decision === sent.decision && next.reason === sent.reason;
      if (next && !isSame) send({ ...sent, ...next, version });
    },
    onError: async (error, sent) => {
      const wish = { ...sent, ...underWay.current.get(sent.id) };
      underWay.current.delete(sent.id);
      const who = changedMeanwhile(error, "Another administrator");
      try {
        if (!who) throw error;
        const fresh = await api.get("/results/{submission_id}", { path: { submission_id: sent.id } });
        const theirs = fresh.decision ?? null;
        const version = fresh.decision_version;
        adopt(client, sent.id, theirs, version);
        setConflict({ ...who, theirs, mine: { ...wish, version } });
        onConflict(sent.id);
      } catch {
        toast.error(`Failed to save the decision on ${sent.name}: ${errorText(error)}`);
      }
    },
  });
  const send = (sent: Sent) => {
    underWay.current.set(sent.id, null);
    put.mutate(sent);
  };

  const many = useSend({
    mutationFn: ({ rows, ...wish }: Wish & { rows: readonly Decidable[] }) =>
      api.post("/decisions", {
        body: {
          ...wish,
          ids: rows.map(({ submission_id }) => submission_id),
          versions: rows.map(({ decision_version }) => decision_version),
        },
      }),
    onSuccess: ({ rows: outcomes }, { rows, decision }) => {
      toast.success(bulkWords(outcomes, decision));
      const kept = keptWords(outcomes, rows);
      if (kept) toast.error(kept);
      void invalidate(client, ...DECISIONS);
    },
    onError: (error) => toast.error(`Failed to save the decisions: ${errorText(error)}`),
  });

  return {
    busy: put.isPending,
    conflict,
    decide: (row: Decidable, decision: DecisionValue | null, typed?: string) => {
      const { submission_id: id, applicant_name: name } = row;
      const now = row.decision?.value ?? null;
      const known = row.decision?.reason ?? "";
      const reason = typed ?? (decision === now ? known : "");
      // The second press of two waits for the version that the first one creates.
      if (underWay.current.has(id)) underWay.current.set(id, { decision, reason });
      else if (decision !== now || reason !== known)
        send({ id, name, decision, reason, version: row.decision_version });
    },
    takeTheirs: () => setConflict(null),
    // Against the version shown: a third administrator's decision would conflict again.
    keepMine: () => conflict && send(conflict.mine),
    many: {
      busy: many.isPending,
      /** `onDone` is told whether all have this decision now. */
      send: (
        rows: readonly Decidable[],
        decision: DecisionValue | null,
        reason: string,
        onDone: (all: boolean) => void,
      ) =>
        many.mutate(
          { rows, decision, reason },
          { onSuccess: (sent) => onDone(sent.rows.every(({ outcome }) => outcome !== "changed_meanwhile")) },
        ),
    },
  };
}

export type Deciding = ReturnType<typeof useDecide>;
