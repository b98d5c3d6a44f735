import { clsx } from "clsx";
import type { RankingRow } from "@/api/ranking";
import { exactPercent, pointsWords } from "@/lib/score";
import { RepairedMark } from "../../RepairedMark";
import { provisionalReason } from "../labels";
import { t } from "../texts";

interface Props {
  row: RankingRow;
  /** In percent; null without one. */
  passMark: number | null;
  className?: string;
}

/** A score as number and bar, with a line at the pass mark. A provisional one is pale, and says why. */
export function ScoreBar({ row, passMark, className }: Props) {
  const { score, provisional } = row;
  return (
    <div className={clsx("min-w-28", className)}>
      {/* A score is a verdict only once it is final: until then, points. */}
      <p className={clsx("tabular-nums", provisional ? "text-ink-2" : "font-semibold")}>
        {provisional ? (pointsWords(row).scored ?? t("notScored")) : exactPercent(score)}
        <RepairedMark by={row.repaired_points} />
      </p>
      <span aria-hidden="true" className="relative mt-1 block h-1.5 rounded-full bg-subtle">
        <span
          className={clsx("block h-full rounded-full", provisional ? "bg-line-strong/60" : "bg-primary")}
          style={{ width: `${Math.max(0, Math.min(100, score))}%` }}
        />
        {passMark !== null && (
          <span className="absolute -inset-y-0.5 w-0.5 bg-ink" style={{ left: `calc(${passMark}% - 1px)` }} />
        )}
      </span>
      {provisional && (
        <p title={provisionalReason(row)} className="max-w-36 truncate text-muted text-xs">
          {provisionalReason(row)}
        </p>
      )}
    </div>
  );
}
