import { VersionChoice } from "@/features/staff-shared/VersionChoice";
import { formatDateTime } from "@/lib/format";
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
    <VersionChoice
      title={
        at
          ? t.rich("decidedMeanwhileAt", { by: <bdi key="by">{by}</bdi>, at: formatDateTime(at) })
          : t.rich("decidedMeanwhile", { by: <bdi key="by">{by}</bdi> })
      }
      takeTheirs={t("takeTheirs")}
      keepMine={t("keepMine")}
      busy={busy}
      onTheirs={onTheirs}
      onMine={onMine}
    >
      <Version label={t("theirs")} value={decisionLabel(theirs?.value ?? null)} reason={theirs?.reason} />
      <Version label={t("yours")} value={decisionLabel(mine.decision)} reason={mine.reason} />
    </VersionChoice>
  );
}
