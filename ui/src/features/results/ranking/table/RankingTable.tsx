import type { ReactNode } from "react";
import type { DecisionValue, Ranking, RankingRow } from "@/api/ranking";
import { formatDateTime, spent } from "@/lib/format";
import { exactPercent } from "@/lib/score";
import { ScoringBadge } from "@/ui/StatusBadge";
import { type Column, Table } from "@/ui/Table";
import { sortedBy } from "../../browse/params";
import { RowBox, type Selecting, selectColumn } from "../../browse/RowBox";
import { SortHeader } from "../../browse/SortHeader";
import { COLUMNS, type ColumnKey } from "../columns";
import { DecisionMenu } from "../decision/DecisionMenu";
import { percentileWords, sectionWords } from "../labels";
import { isMarked } from "../pass-mark/marks";
import { t } from "../texts";
import { sortParams, type View } from "../view";
import { Name, None, Passed, Rank, SectionPoints, Signals } from "./cells";
import { RankingCard } from "./RankingCard";
import { ScoreBar } from "./ScoreBar";

export interface RankingTableProps extends Selecting<RankingRow> {
  ranking: Ranking;
  view: View;
  columns: readonly ColumnKey[];
  onOpen: (id: string) => void;
  onDecide: (row: RankingRow, value: DecisionValue | null) => void;
}

type Cells = Record<Exclude<ColumnKey, "sections">, (row: RankingRow) => ReactNode>;

function cells({ ranking, onDecide }: RankingTableProps): Cells {
  return {
    rank: (row) => <Rank row={row} />,
    score: (row) => <ScoreBar line row={row} passMark={ranking.pass_mark.percent} />,
    percentile: ({ percentile }) =>
      percentile === null ? (
        <None title={t("noPercentile")} />
      ) : (
        <span title={t("tiesHalf", { percentile: percentileWords(percentile) })} className="tabular-nums">
          {exactPercent(percentile)}
        </span>
      ),
    passed: ({ passed }) => <Passed passed={passed} />,
    time: ({ time_used_seconds }) => (
      <span className="whitespace-nowrap text-ink-2 tabular-nums">{spent(time_used_seconds)}</span>
    ),
    date: ({ submitted_at }) => (
      <span className="text-ink-2 tabular-nums">{formatDateTime(submitted_at)}</span>
    ),
    review: ({ scoring_status }) => <ScoringBadge status={scoring_status} />,
    flags: (row) => <Signals low row={row} />,
    decision: (row) => (
      <DecisionMenu low row={row} test={ranking.test_id} onDecide={(value) => onDecide(row, value)} />
    ),
  };
}

/** A column for each section of the test, where it has several. */
function sectionColumns({ sections }: Ranking, view: View): Column<RankingRow>[] {
  if (sections.length < 2) return [];
  return sections.map(({ label, mean }, index) => {
    const sort = `s:${label}` as const;
    const section = sectionWords(label);
    const title = mean === null ? section : t("sectionMean", { section, mean: exactPercent(mean * 100) });
    return {
      key: sort,
      header: (
        <SortHeader view={view} sort={sort} to={sortParams(view, sort)}>
          <bdi title={title} className="line-clamp-3 max-w-28 whitespace-normal text-match">
            {section}
          </bdi>
        </SortHeader>
      ),
      sorted: sortedBy(view, sort),
      cell: ({ sections: points }) => <SectionPoints points={points[index]} />,
    };
  });
}

function tableColumns(props: RankingTableProps): Column<RankingRow>[] {
  const { ranking, view, columns, onOpen } = props;
  const { rows } = ranking;
  const all = cells(props);
  const shown = COLUMNS.filter(
    ({ key }) => columns.includes(key) && (key !== "passed" || isMarked(ranking.pass_mark)),
  ).flatMap(({ key, label }): Column<RankingRow>[] => {
    if (key === "sections") return sectionColumns(ranking, view);
    // A pass mark divides the order of the scores.
    if (key === "passed") return [{ key, header: t(label), cell: all.passed }];
    const header = (
      <SortHeader key={key} view={view} sort={key} to={sortParams(view, key)}>
        {t(label)}
      </SortHeader>
    );
    const pinned = key === "decision";
    return [{ key, header, sorted: sortedBy(view, key), cell: all[key], pinned }];
  });
  const [rank, rest] = [shown.filter(({ key }) => key === "rank"), shown.filter(({ key }) => key !== "rank")];
  return [
    selectColumn(rows, props),
    ...rank,
    {
      key: "name",
      header: (
        <SortHeader view={view} sort="name" to={sortParams(view, "name")}>
          {t("candidate")}
        </SortHeader>
      ),
      sorted: sortedBy(view, "name"),
      cell: (row) => (
        <div className="w-42 min-[87rem]:w-80">
          <Name line row={row} onOpen={() => onOpen(row.submission_id)} />
        </div>
      ),
    },
    ...rest,
  ];
}

/** The candidates of a test, one row each. */
export function RankingTable(props: RankingTableProps) {
  return (
    <Table
      dense
      low="line"
      caption={t("candidates")}
      columns={tableColumns(props)}
      rows={props.ranking.rows}
      rowKey={({ submission_id }) => submission_id}
      card={(row) => (
        <RankingCard
          row={row}
          ranking={props.ranking}
          withSections={props.columns.includes("sections")}
          select={<RowBox row={row} selection={props.selection} onToggle={props.onToggle} />}
          onOpen={() => props.onOpen(row.submission_id)}
          onDecide={(value) => props.onDecide(row, value)}
        />
      )}
    />
  );
}
