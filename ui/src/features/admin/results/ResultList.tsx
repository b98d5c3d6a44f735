import type { ResultRow } from "@/api/types";
import { formatDateTime } from "@/lib/format";
import { Button } from "@/ui/Button";
import { Person } from "@/ui/Person";
import { ScoringBadge } from "@/ui/StatusBadge";
import { type Column, Table } from "@/ui/Table";
import { Score } from "./Score";

interface Props {
  results: ResultRow[];
  onOpen: (submissionId: string) => void;
}

export function ResultList({ results, onOpen }: Props) {
  const details = (row: ResultRow) => (
    <Button variant="secondary" size="sm" onClick={() => onOpen(row.submission_id)}>
      View Details
    </Button>
  );
  const columns: Column<ResultRow>[] = [
    {
      key: "applicant",
      header: "Candidate",
      cell: (row) => <Person name={row.applicant_name} email={row.applicant_email} className="max-w-72" />,
    },
    {
      key: "test",
      header: "Test",
      cell: (row) => (
        <p className="line-clamp-2 min-w-28 max-w-64">
          <bdi>{row.test_title}</bdi>
        </p>
      ),
    },
    {
      key: "submitted",
      header: "Submitted",
      className: "text-ink-2 tabular-nums xl:whitespace-nowrap",
      cell: (row) => formatDateTime(row.submitted_at),
    },
    { key: "score", header: "Score", align: "right", cell: (row) => <Score of={row} /> },
    { key: "scoring", header: "Scoring", cell: (row) => <ScoringBadge status={row.scoring_status} /> },
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
            <Person name={row.applicant_name} email={row.applicant_email} />
            <Score of={row} className="text-base" />
          </div>
          <p className="text-sm">
            <bdi>{row.test_title}</bdi>
            <span className="block text-muted text-xs">{formatDateTime(row.submitted_at)}</span>
          </p>
          <div className="flex items-center justify-between gap-2">
            <ScoringBadge status={row.scoring_status} />
            {details(row)}
          </div>
        </div>
      )}
    />
  );
}
