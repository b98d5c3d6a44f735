import { UsersRound } from "lucide-react";
import { formatDateTime } from "@/lib/format";
import { Button } from "@/ui/Button";
import { decisionLabel } from "../labels";
import { t } from "../texts";
import type { Conflict } from "./useDecide";

interface Props {
  conflict: Conflict;
  busy: boolean;
  onTheirs: () => void;
  onMine: () => void;
}

function Version({ label, value, reason }: { label: string; value: string; reason: string | undefined }) {
  return (
    <>
      <dt>{label}</dt>
      <dd className="min-w-0">
        {value}
        {reason && (
          <span dir="auto" className="block whitespace-pre-wrap text-xs">
            {reason}
          </span>
        )}
      </dd>
    </>
  );
}

/** Two people decided on one submission: shows the other decision and offers both choices. */
export function DecisionConflict({ conflict: { by, at, theirs, mine }, busy, onTheirs, onMine }: Props) {
  return (
    <div role="alert" className="toned tone-amber rounded-control p-4 text-sm">
      <p className="flex gap-2 font-medium">
        <UsersRound aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span>
          {at
            ? t.rich("decidedMeanwhileAt", { by: <bdi key="by">{by}</bdi>, at: formatDateTime(at) })
            : t.rich("decidedMeanwhile", { by: <bdi key="by">{by}</bdi> })}
        </span>
      </p>
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1">
        <Version label={t("theirs")} value={decisionLabel(theirs?.value ?? null)} reason={theirs?.reason} />
        <Version label={t("yours")} value={decisionLabel(mine.decision)} reason={mine.reason} />
      </dl>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" disabled={busy} onClick={onTheirs}>
          {t("takeTheirs")}
        </Button>
        <Button size="sm" busy={busy} onClick={onMine}>
          {t("keepMine")}
        </Button>
      </div>
    </div>
  );
}
