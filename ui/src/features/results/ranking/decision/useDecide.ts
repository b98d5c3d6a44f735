import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { api, errorText } from "@/api/client";
import type { Reply } from "@/api/operations";
import { invalidate } from "@/api/query";
import type { Decision, DecisionValue, Ranking } from "@/api/ranking";
import { reasonKey, settleDraft } from "@/lib/useDraft";
import { useSend } from "@/lib/useSend";
import { changedByOther } from "@/ui/changed";
import { t as control } from "@/ui/controls-texts";
import { toast } from "@/ui/toast";
import { decisionInside } from "../labels";
import { resultQuery } from "../queries";
import { t } from "../texts";
import type { Decidable, Wish } from "./decidable";
import { useMany } from "./useMany";

interface Sent extends Wish {
  id: string;
  name: string;
  version: number;
  /** What this replaces, to be undone; null where this is what undoes. */
  before: Wish | null;
}

/** Another person decided on the same submission after it was read here. */
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

/** Decides with optimistic concurrency: people never overwrite each other silently. */
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
      const { before } = sent;
      toast.success(`${sent.name}: ${decisionInside(sent.decision)}`, {
        // A second decision does not take away the undo of the first.
        id: `decision ${sent.id}`,
        ...(before && {
          action: {
            label: t("undo"),
            run: () => send({ ...sent, ...before, version, before: null }),
            undoKey: control("ctrlKey", { key: "Z" }),
          },
        }),
      });
      void invalidate(client, "/results", "/tests/{id}/ranking");
      const next = underWay.current.get(sent.id);
      underWay.current.delete(sent.id);
      const isSame = next?.decision === sent.decision && next.reason === sent.reason;
      if (next && !isSame) send({ ...sent, ...next, version });
    },
    onError: async (error, sent) => {
      const wish = { ...sent, ...underWay.current.get(sent.id) };
      underWay.current.delete(sent.id);
      const who = changedByOther(error);
      try {
        if (!who) throw error;
        const fresh = await api.get("/results/{submission_id}", { path: { submission_id: sent.id } });
        const theirs = fresh.decision ?? null;
        const version = fresh.decision_version;
        adopt(client, sent.id, theirs, version);
        setConflict({ ...who, theirs, mine: { ...wish, version } });
        onConflict(sent.id);
      } catch {
        toast.error(t("decisionFailed", { name: sent.name, reason: errorText(error) }));
      }
    },
  });
  const send = (sent: Sent) => {
    underWay.current.set(sent.id, null);
    put.mutate(sent);
  };

  const many = useMany(client);

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
      else if (decision !== now || reason !== known) {
        const before = { decision: now, reason: known };
        send({ id, name, decision, reason, version: row.decision_version, before });
      }
    },
    takeTheirs: () => setConflict(null),
    // Against the version shown: a third person's decision would conflict again.
    keepMine: () => conflict && send(conflict.mine),
    many,
  };
}

export type Deciding = ReturnType<typeof useDecide>;
