import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, errorText } from "@/api/client";
import { RESULTS } from "@/api/groups";
import { invalidate } from "@/api/query";
import type { RankedQuestion, Repair } from "@/api/ranking";
import { formatDateTime } from "@/lib/format";
import { useRights } from "@/lib/rights";
import { useUrlState } from "@/lib/url-state";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { changedByOther } from "@/ui/changed";
import { toast } from "@/ui/toast";
import { repairsQuery } from "../queries";
import { t } from "../tool-texts";
import { repairWords } from "./labels";
import { Recalculating } from "./Recalculating";
import { RepairDialog } from "./RepairDialog";

function useUndo(test: string, version: number, onDone: () => void) {
  const client = useQueryClient();
  return useSend({
    mutationFn: (repair_id: string) =>
      api.delete("/tests/{id}/repairs/{repair_id}", { path: { id: test, repair_id }, query: { version } }),
    onSuccess: () => {
      void invalidate(client, "/tests/{id}/repairs", ...RESULTS);
      toast.success(t("repairUndone"));
      onDone();
    },
    onError: (error) => {
      void invalidate(client, "/tests/{id}/repairs");
      const conflict = changedByOther(error);
      toast.error(
        conflict ? t("repairsChanged", { by: conflict.by }) : t("undoFailed", { reason: errorText(error) }),
      );
      onDone();
    },
  });
}

interface RowProps {
  repair: Repair;
  number: number | undefined;
  /** Absent for those who may not. */
  onUndo: (() => void) | undefined;
}

function Row({ repair, number, onUndo }: RowProps) {
  const { undone_by, undone_at, replaced } = repair;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-5 py-3">
      <div className="min-w-0 text-sm">
        <p dir="auto" className={undone_by === null && !replaced ? "font-medium" : "text-muted line-through"}>
          {number === undefined ? "" : `${t("questionNumber", { number })} `}
          {repairWords(repair)}
        </p>
        <p dir="auto" className="break-words text-ink-2">
          {repair.reason}
        </p>
        <p className="text-muted text-xs">
          <bdi>{repair.by}</bdi>, {formatDateTime(repair.at)}
          {undone_by !== null &&
            undone_at !== null &&
            t.rich("undoneBy", { by: <bdi key="by">{undone_by}</bdi>, at: formatDateTime(undone_at) })}
          {replaced && t("replaced")}
        </p>
      </div>
      {undone_by === null && onUndo && (
        <Button variant="secondary" size="sm" onClick={onUndo}>
          {t("undo")}
        </Button>
      )}
    </li>
  );
}

/** The repairs of the test, and the dialog of the one that is being made. */
export function RepairsSection({ test, questions }: { test: string; questions: RankedQuestion[] }) {
  const { params, change } = useUrlState();
  const { data } = useQuery(repairsQuery(test));
  const [undoing, setUndoing] = useState<Repair | null>(null);
  const repairs = useRights().may("decide", test);
  const undo = useUndo(test, data?.version ?? 0, () => setUndoing(null));
  if (!data) return null;
  const repaired = questions.find(({ id }) => id === params.get("repair"));
  const numberOf = (id: string) => questions.find((question) => question.id === id)?.number;
  return (
    <>
      <Recalculating test={test} />
      {data.repairs.length > 0 && (
        <Card flush title={t("repairs")} description={t("repairsText")}>
          <ul className="divide-y divide-line">
            {data.repairs.map((repair) => (
              <Row
                key={repair.id}
                repair={repair}
                number={numberOf(repair.question_id)}
                onUndo={repairs ? () => setUndoing(repair) : undefined}
              />
            ))}
          </ul>
        </Card>
      )}
      {repairs && repaired && (
        <RepairDialog
          key={repaired.id}
          test={test}
          question={repaired}
          repairs={data}
          numberOf={numberOf}
          onClose={() => change({ repair: null }, { replace: true })}
        />
      )}
      <ConfirmDialog
        open={undoing !== null}
        onOpenChange={(open) => !open && setUndoing(null)}
        title={t("undoQuestion")}
        description={t("undoText")}
        confirmLabel={t("undoRepair")}
        busy={undo.isPending}
        onConfirm={() => undoing && undo.mutate(undoing.id)}
      />
    </>
  );
}
