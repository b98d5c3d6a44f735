import { Fragment, type ReactNode } from "react";
import type { DecisionValue, Ranking, RankingRow } from "@/api/ranking";
import { spent } from "@/lib/format";
import { ScoringBadge } from "@/ui/StatusBadge";
import { DecisionMenu } from "../decision/DecisionMenu";
import { flagWords, sectionWords } from "../labels";
import { isMarked } from "../pass-mark/marks";
import { t } from "../texts";
import { Name, Passed, Rank, SectionPoints } from "./cells";
import { ScoreBar } from "./ScoreBar";

interface Props {
  row: RankingRow;
  ranking: Ranking;
  withSections: boolean;
  select: ReactNode;
  onOpen: () => void;
  onDecide: (value: DecisionValue | null) => void;
}

/** A row of the ranking on a narrow screen. */
export function RankingCard({ row, ranking, withSections, select, onOpen, onDecide }: Props) {
  const { pass_mark, sections } = ranking;
  return (
    <div className="space-y-2">
      <div className="flex items-start gap-3">
        {select}
        <div className="min-w-0 flex-1">
          <Name row={row} onOpen={onOpen} />
        </div>
        <p className="shrink-0 text-sm">
          <span className="text-muted">{t("rank")} </span>
          <Rank row={row} />
        </p>
      </div>
      <ScoreBar row={row} passMark={pass_mark.percent} />
      {withSections && sections.length > 1 && (
        <dl className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-0.5 text-xs">
          {sections.map(({ label }, index) => (
            <Fragment key={label}>
              <dt className="truncate text-muted">{sectionWords(label)}</dt>
              <dd className="text-end">
                <SectionPoints points={row.sections[index]} />
              </dd>
            </Fragment>
          ))}
        </dl>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {isMarked(pass_mark) && row.passed !== null && <Passed passed={row.passed} />}
        <ScoringBadge status={row.scoring_status} />
        <span className="text-muted text-xs tabular-nums">{spent(row.time_used_seconds)}</span>
        {row.flags.total > 0 && (
          <span className="text-muted text-xs">{t("signalsOf", { flags: flagWords(row.flags) })}</span>
        )}
        <div className="ms-auto">
          <DecisionMenu low row={row} test={ranking.test_id} onDecide={onDecide} />
        </div>
      </div>
    </div>
  );
}
