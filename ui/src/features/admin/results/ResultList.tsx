import type { ResultRow } from "@/api/types";
import { formatDateTime } from "@/lib/format";
import { Button } from "@/ui/Button";
import { ScoringBadge } from "@/ui/StatusBadge";
import { type Column, Table } from "@/ui/Table";
import { sortedBy } from "../browse/params";
import { SortHeader } from "../browse/SortHeader";
import { DecisionMenu } from "../ranking/decision/DecisionMenu";
import { Name } from "../ranking/table/cells";
import type { DecisionValue } from "../ranking/wire";
import { type ResultFilters, sortParams } from "./filters";
import { Score } from "./Score";

interface Props {
  results: ResultRow[];
  filters: ResultFilters;
  onOpen: (submissionId: string) => void;
  onDecide: (row: ResultRow, value: DecisionValue | null) => void;
}

/** A column that the list can be sorted by. */
function sortable(filters: ResultFilters, key: ResultFilters["sort"], label: string) {
  const header = (
    <SortHeader view={filters} sort={key} to={sortParams(filters, key)}>
      {label}
    </SortHeader>
  );
  return { key, header, sorted: sortedBy(filters, key) } as const;
}

export function ResultList({ results, filters, onOpen, onDecide }: Props) {
  const details = (row: ResultRow) => (
    <Button variant="secondary" size="sm" onClick={() => onOpen(row.submission_id)}>
      View Details
    </Button>
  );
  const name = (row: ResultRow) => <Name row={row} onOpen={() => onOpen(row.submission_id)} />;
  const decision = (row: ResultRow) => <DecisionMenu row={row} onDecide={(value) => onDecide(row, value)} />;
  const columns: Column<ResultRow>[] = [
    {
      ...sortable(filters, "name", "Candidate"),
      cell: (row) => <div className="max-w-64">{name(row)}</div>,
    },
    {
      ...sortable(filters, "test", "Test"),
      cell: (row) => (
        <p className="line-clamp-2 min-w-28 max-w-64">
          <bdi>{row.test_title}</bdi>
        </p>
      ),
    },
    {
      ...sortable(filters, "date", "Submitted"),
      className: "text-ink-2 tabular-nums xl:whitespace-nowrap",
      cell: (row) => formatDateTime(row.submitted_at),
    },
    { ...sortable(filters, "score", "Score"), align: "right", cell: (row) => <Score of={row} /> },
    { key: "scoring", header: "Scoring", cell: (row) => <ScoringBadge status={row.scoring_status} /> },
    { key: "decision", header: "Decision", cell: decision },
    { key: "details", header: <span className="sr-only">Details</span>, align: "right", cell: details },
  ];
  return (
    <Table
      dense
      caption="Results"
      columns={columns}
      rows={results}
      rowKey={(row) => row.submission_id}
      card={(row) => (
        <div className="space-y-3">
          <div className="flex items-start justify-between gap-3">
            {name(row)}
            <Score of={row} className="text-base" />
          </div>
          <p className="text-sm">
            <bdi>{row.test_title}</bdi>
            <span className="block text-muted text-xs">{formatDateTime(row.submitted_at)}</span>
          </p>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <ScoringBadge status={row.scoring_status} />
            {decision(row)}
            {details(row)}
          </div>
        </div>
      )}
    />
  );
}
