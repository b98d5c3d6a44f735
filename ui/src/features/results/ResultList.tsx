import type { ReactNode } from "react";
import type { DecisionValue } from "@/api/ranking";
import type { ResultRow } from "@/api/types";
import { formatDateTime, spent } from "@/lib/format";
import { useLatest } from "@/lib/useLatest";
import { Button } from "@/ui/Button";
import { LateBadge, ScoringBadge } from "@/ui/StatusBadge";
import { type Column, Table } from "@/ui/Table";
import { sortedBy } from "./browse/params";
import { RowBox, type Selecting, selectColumn } from "./browse/RowBox";
import { SortHeader } from "./browse/SortHeader";
import { COLUMNS, type ColumnKey } from "./columns";
import { type ResultFilters, type Sort, sortParams } from "./filters";
import { t } from "./list-texts";
import { DecisionMenu } from "./ranking/decision/DecisionMenu";
import { flagWords } from "./ranking/labels";
import { Name, Passed, Signals } from "./ranking/table/cells";
import { Score } from "./Score";

interface Props extends Selecting<ResultRow> {
  results: ResultRow[];
  filters: ResultFilters;
  columns: readonly ColumnKey[];
  onOpen: (submissionId: string) => void;
  onDecide: (row: ResultRow, value: DecisionValue | null) => void;
}

type Cells = Record<ColumnKey, Pick<Column<ResultRow>, "cell" | "className" | "align">>;

function cells({ onDecide }: Pick<Props, "onDecide">): Cells {
  return {
    test: {
      cell: (row) => (
        <p className="line-clamp-2 min-w-28 max-w-64">
          <bdi>{row.test_title}</bdi>
        </p>
      ),
    },
    date: {
      className: "text-ink-2 tabular-nums xl:whitespace-nowrap",
      cell: (row) => formatDateTime(row.submitted_at),
    },
    score: { align: "right", cell: (row) => <Score of={row} /> },
    passed: { cell: ({ passed }) => <Passed passed={passed} /> },
    time: {
      className: "whitespace-nowrap text-ink-2 tabular-nums",
      cell: ({ time_used_seconds }) => spent(time_used_seconds),
    },
    review: { cell: (row) => <ScoringBadge status={row.scoring_status} /> },
    flags: { cell: (row) => <Signals low row={row} /> },
    decision: {
      cell: (row) => (
        <DecisionMenu low row={row} test={row.test_id} onDecide={(value) => onDecide(row, value)} />
      ),
    },
  };
}

/** Columns without an order of their own: counts are no ranking, and a pass mark divides the order of the scores. */
const isSort = (key: ColumnKey): key is ColumnKey & Sort => key !== "passed" && key !== "flags";

/** With more columns, the name alone opens a result, and the decision stays in view. */
const MAX_BESIDE_DETAILS = 5;

function Card(props: Props & { row: ResultRow; details: ReactNode }) {
  const { row, columns, details, onOpen, onDecide } = props;
  const has = (key: ColumnKey) => columns.includes(key);
  return (
    <div className="space-y-3">
      <div className="flex items-start gap-3">
        <RowBox row={row} selection={props.selection} onToggle={props.onToggle} />
        <div className="min-w-0 flex-1">
          <Name row={row} onOpen={() => onOpen(row.submission_id)} />
        </div>
        {has("score") && <Score of={row} className="text-base" />}
      </div>
      <p className="text-sm">
        {has("test") && <bdi>{row.test_title}</bdi>}
        {has("date") && <span className="block text-muted text-xs">{formatDateTime(row.submitted_at)}</span>}
      </p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {has("passed") && row.passed !== null && <Passed passed={row.passed} />}
        {has("review") && <ScoringBadge status={row.scoring_status} />}
        <LateBadge count={row.late_answers} />
        {has("time") && (
          <span className="text-muted text-xs tabular-nums">{spent(row.time_used_seconds)}</span>
        )}
        {has("flags") && row.flags.total > 0 && (
          <span className="text-muted text-xs">{t("signalsOf", { flags: flagWords(row.flags) })}</span>
        )}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        {has("decision") ? (
          <DecisionMenu row={row} test={row.test_id} onDecide={(value) => onDecide(row, value)} />
        ) : (
          <span />
        )}
        {details}
      </div>
    </div>
  );
}

export function ResultList({ onOpen: open, onDecide: decide, onToggle: toggle, ...rest }: Props) {
  const onOpen = useLatest(open);
  const props = { ...rest, onOpen, onDecide: useLatest(decide), onToggle: useLatest(toggle) };
  const { results, filters, columns, selection } = props;
  const details = (row: ResultRow) => (
    <Button variant="secondary" size="sm" onClick={() => onOpen(row.submission_id)}>
      {t("viewDetails")}
    </Button>
  );
  const sortable = (key: Sort, label: string): Pick<Column<ResultRow>, "key" | "header" | "sorted"> => ({
    key,
    header: (
      <SortHeader key={key} view={filters} sort={key} to={sortParams(filters, key)}>
        {label}
      </SortHeader>
    ),
    sorted: sortedBy(filters, key),
  });
  const all = cells(props);
  const isCrowded = columns.length > MAX_BESIDE_DETAILS;
  const shown = COLUMNS.filter(({ key }) => columns.includes(key)).map(
    ({ key, label }): Column<ResultRow> => {
      const head = isSort(key) ? sortable(key, t(label)) : { key, header: t(label) };
      return { ...head, ...all[key], pinned: isCrowded && key === "decision" };
    },
  );
  const last: Column<ResultRow> = {
    key: "details",
    header: <span className="sr-only">{t("details")}</span>,
    align: "right",
    cell: details,
  };
  return (
    <Table
      dense
      low
      caption={t("results")}
      columns={[
        selectColumn(results, props),
        {
          ...sortable("name", t("candidate")),
          cell: (row) => (
            <div className="max-w-48">
              <Name row={row} onOpen={() => onOpen(row.submission_id)} />
              <LateBadge count={row.late_answers} />
            </div>
          ),
        },
        ...shown,
        ...(isCrowded ? [] : [last]),
      ]}
      rows={results}
      rowKey={(row) => row.submission_id}
      marks={(row) => String(selection.rows.has(row.submission_id))}
      card={(row) => <Card {...props} row={row} details={details(row)} />}
    />
  );
}
