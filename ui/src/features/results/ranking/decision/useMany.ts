import type { QueryClient } from "@tanstack/react-query";
import { api, errorText } from "@/api/client";
import { DECISIONS } from "@/api/groups";
import type { Reply } from "@/api/operations";
import { invalidate } from "@/api/query";
import type { DecisionValue } from "@/api/ranking";
import { useSend } from "@/lib/useSend";
import { t as control } from "@/ui/controls-texts";
import { toast } from "@/ui/toast";
import { bulkWords, keptWords } from "../labels";
import { t } from "../texts";
import type { Decidable, Wish } from "./decidable";

type Outcomes = Reply<"/decisions", "post">["rows"];

interface Sent extends Wish {
  rows: readonly Decidable[];
}

/** Rows as they are after a decision on them: those that a colleague decided on meanwhile, as the colleague did. */
function decided({ rows, decision, reason }: Sent, outcomes: Outcomes): Decidable[] {
  const outcomeOf = new Map(outcomes.map((row) => [row.submission_id, row]));
  return rows.map((row) => {
    const found = outcomeOf.get(row.submission_id);
    if (found?.current)
      return { ...row, decision: found.current.decision, decision_version: found.current.version };
    if (found?.outcome !== "changed") return row;
    const at = new Date().toISOString();
    const now = decision && { value: decision, reason, by: "", at, told: row.told };
    return { ...row, decision: now, decision_version: row.decision_version + 1 };
  });
}

/** What each row had before that a decision changed, in groups that one call each restores. */
function undoing(sent: Sent, outcomes: Outcomes): Sent[] {
  const changed = new Set(
    outcomes.filter(({ outcome }) => outcome === "changed").map(({ submission_id }) => submission_id),
  );
  const before = new Map(sent.rows.map((row) => [row.submission_id, row.decision]));
  const groups = new Map<string, Sent>();
  for (const row of decided(sent, outcomes)) {
    if (!changed.has(row.submission_id)) continue;
    const old = before.get(row.submission_id);
    const wish = { decision: old?.value ?? null, reason: old?.reason ?? "" };
    const key = JSON.stringify(wish);
    const rows = groups.get(key)?.rows ?? [];
    groups.set(key, { ...wish, rows: [...rows, row] });
  }
  return [...groups.values()];
}

const post = ({ rows, ...wish }: Sent) =>
  api.post("/decisions", {
    body: {
      ...wish,
      ids: rows.map(({ submission_id }) => submission_id),
      versions: rows.map(({ decision_version }) => decision_version),
    },
  });

/** Decides on many, with a way back for as long as the toast is in view. */
export function useMany(client: QueryClient) {
  const undo = useSend({
    mutationFn: async ({ groups }: { groups: Sent[]; onDone: (rows: Decidable[]) => void }) => {
      const rows: Decidable[] = [];
      const kept: string[] = [];
      for (const group of groups) {
        const { rows: outcomes } = await post(group);
        rows.push(...decided(group, outcomes));
        kept.push(keptWords(outcomes, group.rows));
      }
      return { rows, kept: kept.filter(Boolean) };
    },
    onSuccess: ({ rows, kept }, { onDone }) => {
      onDone(rows);
      if (kept.length === 0) toast.success(t("asBefore"));
      for (const words of kept) toast.error(words);
    },
    onError: (error) => toast.error(t("undoFailed", { reason: errorText(error) })),
    onSettled: () => void invalidate(client, ...DECISIONS),
  });
  const send = useSend({
    mutationFn: ({ sent }: { sent: Sent; onDone: (rows: Decidable[], all: boolean) => void }) => post(sent),
    onSuccess: ({ rows: outcomes }, { sent, onDone }) => {
      const groups = undoing(sent, outcomes);
      const back = (rows: Decidable[]) => onDone(rows, false);
      toast.success(bulkWords(outcomes, sent.decision), {
        id: `decisions ${outcomes.map((row) => row.submission_id).join(" ")}`,
        ...(groups.length > 0 && {
          action: {
            label: t("undo"),
            run: () => undo.mutate({ groups, onDone: back }),
            undoKey: control("ctrlKey", { key: "Z" }),
          },
        }),
      });
      const kept = keptWords(outcomes, sent.rows);
      if (kept) toast.error(kept);
      void invalidate(client, ...DECISIONS);
      onDone(
        decided(sent, outcomes),
        outcomes.every(({ outcome }) => outcome !== "changed_meanwhile"),
      );
    },
    onError: (error) => toast.error(t("decisionsFailed", { reason: errorText(error) })),
  });
  return {
    busy: send.isPending || undo.isPending,
    /** `onDone` gets the rows as they are now, and whether all have this decision. */
    send: (
      rows: readonly Decidable[],
      decision: DecisionValue | null,
      reason: string,
      onDone: (rows: Decidable[], all: boolean) => void,
    ) => send.mutate({ sent: { rows, decision, reason }, onDone }),
  };
}
