import { clsx } from "clsx";
import { exactPercent } from "@/lib/score";
import type { RankingRow } from "../wire";
import { provisionalReason, scoredWords } from "../words";

interface Props {
  row: RankingRow;
  /** In percent; null without one. */
  passMark: number | null;
  className?: string;
}

/** A score as number and bar, with a line at the pass mark. A provisional one is no percentage: it says what was scored, and what waits. */
export function ScoreBar({ row, passMark, className }: Props) {
  const { score, provisional } = row;
  return (
    <div className={clsx("min-w-28", className)}>
      <p className={clsx("tabular-nums", provisional ? "text-ink-2" : "font-semibold")}>
        {provisional ? (scoredWords(row) ?? "Not final") : exactPercent(score)}
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
      {provisional && <p className="mt-1 max-w-44 text-muted text-xs">{provisionalReason(row)}</p>}
    </div>
  );
}
