import type { ReactNode } from "react";
import { spent } from "@/lib/format";
import { ScoringBadge } from "@/ui/StatusBadge";
import { DecisionMenu } from "../decision/DecisionMenu";
import type { DecisionValue, RankingRow } from "../wire";
import { flagWords } from "../words";
import { Name, Passed, Rank } from "./cells";
import { ScoreBar } from "./ScoreBar";

interface Props {
  row: RankingRow;
  passMark: number | null;
  select: ReactNode;
  onOpen: () => void;
  onDecide: (value: DecisionValue | null) => void;
}

/** A row of the ranking on a narrow screen. */
export function RankingCard({ row, passMark, select, onOpen, onDecide }: Props) {
  return (
    <div className="space-y-3">
      <div className="flex items-start gap-3">
        {select}
        <div className="min-w-0 flex-1">
          <Name row={row} onOpen={onOpen} />
        </div>
        <p className="shrink-0 text-sm">
          <span className="text-muted">Rank </span>
          <Rank row={row} />
        </p>
      </div>
      <ScoreBar row={row} passMark={passMark} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {passMark !== null && row.passed !== null && <Passed passed={row.passed} />}
        <ScoringBadge status={row.scoring_status} />
        <span className="text-muted text-xs tabular-nums">{spent(row.time_used_seconds)}</span>
        {row.flags.total > 0 && <span className="text-muted text-xs">Signals: {flagWords(row.flags)}</span>}
      </div>
      <DecisionMenu row={row} onDecide={onDecide} />
    </div>
  );
}
