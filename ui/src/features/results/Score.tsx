import { clsx } from "clsx";
import type { ResultRow } from "@/api/types";
import { exactPercent, type PointsSoFar, pointsWords, scoreTone, wholePercent } from "@/lib/score";
import { t } from "./list-texts";
import { RepairedMark } from "./RepairedMark";

const COLOURS = { green: "text-success", amber: "text-warning", red: "text-error" };

type Scored = PointsSoFar & Pick<ResultRow, "score" | "provisional" | "repaired_points" | "recalculating">;

const Recalculating = () => (
  <span className="block whitespace-nowrap font-normal text-muted text-xs" title={t("repairApplies")}>
    {t("recalculating")}
  </span>
);

interface Props {
  of: Scored;
  /** With a decimal, as beside charts of it. */
  exact?: boolean;
  className?: string;
}

/** A final score as a verdict in colour; a provisional one in neutral points. */
export function Score({ of, exact = false, className }: Props) {
  if (of.provisional) {
    const { scored, pending } = pointsWords(of);
    return (
      <span className="inline-block text-end text-ink-2 text-sm tabular-nums">
        {scored && <span className="block whitespace-nowrap">{scored}</span>}
        <span className="block whitespace-nowrap text-muted text-xs">{pending}</span>
      </span>
    );
  }
  return (
    <span className={clsx("font-semibold tabular-nums", COLOURS[scoreTone(of.score)], className)}>
      {exact ? exactPercent(of.score) : wholePercent(of.score)}
      {of.recalculating ? <Recalculating /> : <RepairedMark by={of.repaired_points} />}
    </span>
  );
}
