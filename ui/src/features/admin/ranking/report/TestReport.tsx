import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Printer } from "lucide-react";
import { useEffect } from "react";
import { errorText } from "@/api/client";
import { queryOf } from "@/api/query";
import type { TestStatistics } from "@/api/types";
import { formatDate, formatDateTime, plural, points, spent } from "@/lib/format";
import { exactPercent } from "@/lib/score";
import { Button } from "@/ui/Button";
import { ErrorState } from "@/ui/ErrorState";
import { PageSpinner } from "@/ui/Spinner";
import { isMarked, marksText } from "../pass-mark/marks";
import type { Ranking, RankingRow } from "../wire";
import { decisionLabel } from "../words";
import { allRows, MAX_ROWS } from "./rows";

const CELL = "py-1 pr-3 text-left align-top";
const NUMBER = "py-1 pr-3 text-right align-top tabular-nums";

function Row({ row }: { row: RankingRow }) {
  return (
    <tr className="break-inside-avoid border-line border-t">
      <td className={NUMBER}>{row.rank ?? ""}</td>
      <td className={CELL}>
        <bdi>{row.applicant_name}</bdi>
        <span className="block text-muted">{row.applicant_email}</span>
      </td>
      <td className={NUMBER}>
        {row.provisional ? `${points(row.pending_points)} to review` : exactPercent(row.score)}
      </td>
      <td className={CELL}>{row.passed === null ? "" : row.passed ? "Passed" : "Not passed"}</td>
      <td className={`${NUMBER} whitespace-nowrap`}>{spent(row.time_used_seconds)}</td>
      <td className={CELL}>{formatDate(row.submitted_at)}</td>
      <td className={CELL}>{decisionLabel(row.decision?.value ?? null)}</td>
    </tr>
  );
}

function Questions({ statistics }: { statistics: TestStatistics }) {
  return (
    <section>
      <h2 className="font-semibold text-base">Questions</h2>
      <ol className="mt-2 space-y-1">
        {statistics.questions.map(({ id, question, points: possible, share_correct }, index) => (
          <li key={id} className="flex break-inside-avoid justify-between gap-4">
            <span dir="auto" className="line-clamp-2 min-w-0">
              <span className="tabular-nums">{index + 1}.</span> {question}
            </span>
            <span className="shrink-0 text-muted tabular-nums">
              {points(possible)}
              {share_correct !== undefined && `, ${Math.round(share_correct * 100)}% right`}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

interface Known {
  ranking: Ranking;
  rows: RankingRow[];
  /** Of the rows that were chosen for it. */
  isSelection: boolean;
  statistics: TestStatistics | undefined;
}

function Document({ ranking, rows, isSelection, statistics }: Known) {
  const { field, pass_mark } = ranking;
  const facts = [
    ["Submissions", `${field.submissions}, ${field.final} of them final`],
    [
      "Mean and median",
      field.mean === null ? "" : `${exactPercent(field.mean)}, ${exactPercent(field.median ?? 0)}`,
    ],
    ["Pass mark", isMarked(pass_mark) ? `${marksText(pass_mark)}; ${field.passed ?? 0} passed` : "None"],
    ["Decisions", `${field.shortlisted} shortlisted, ${field.on_hold} on hold, ${field.rejected} rejected`],
  ].filter(([, value]) => value !== "");
  return (
    <article className="mx-auto max-w-4xl space-y-6 rounded-card border border-line bg-surface p-5 text-xs sm:p-8 print:max-w-none print:rounded-none print:border-0 print:p-0">
      <header>
        <p className="text-muted">Report of a test</p>
        <h1 dir="auto" className="mt-1 font-semibold text-xl">
          {ranking.test_title}
        </h1>
      </header>
      <dl className="grid grid-cols-[8rem_1fr] gap-x-4 gap-y-1.5">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable (WCAG 2.1.1) */}
      <section tabIndex={0} aria-label="Candidates" className="overflow-x-auto">
        <h2 className="font-semibold text-base">{isSelection ? "Selected candidates" : "Candidates"}</h2>
        <table className="mt-2 w-full">
          <thead>
            <tr className="text-muted">
              <th className={NUMBER}>Rank</th>
              <th className={CELL}>Candidate</th>
              <th className={NUMBER}>Score</th>
              <th className={CELL}>Pass mark</th>
              <th className={NUMBER}>Time</th>
              <th className={CELL}>Submitted</th>
              <th className={CELL}>Decision</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.submission_id} row={row} />
            ))}
          </tbody>
        </table>
        {!isSelection && rows.length < ranking.total && (
          <p className="mt-2 text-muted">
            The best {MAX_ROWS} of {plural(ranking.total, "submission")}; the export has all.
          </p>
        )}
      </section>
      {statistics && <Questions statistics={statistics} />}
      <footer className="border-line border-t pt-3 text-muted">
        Printed from Invigil on {formatDateTime(new Date())}. Not final: scores with points to review.
      </footer>
    </article>
  );
}

/** By rank; those without one last. */
const bestFirst = (rows: RankingRow[]) =>
  rows.toSorted((a, b) => (a.rank ?? Number.MAX_SAFE_INTEGER) - (b.rank ?? Number.MAX_SAFE_INTEGER));

interface Props {
  test: string;
  /** The rows to print; all without any. */
  selected: RankingRow[];
  onBack: () => void;
}

/** Printable report of a test: its candidates, best first, and its questions. */
export default function TestReport({ test, selected, onBack }: Props) {
  const all = useQuery({ queryKey: ["printed ranking", test], queryFn: () => allRows(test), gcTime: 0 });
  const statistics = useQuery(queryOf("/tests/{id}/statistics", { path: { id: test }, query: {} }));
  useEffect(() => {
    document.body.classList.add("prints");
    return () => document.body.classList.remove("prints");
  }, []);
  if (!all.error && (!all.data || statistics.isLoading)) return <PageSpinner label="Loading the report" />;
  return (
    <main className="min-h-dvh px-4 py-6 print:p-0">
      <title>{all.data ? `${all.data.ranking.test_title} | Invigil` : "Report of a test | Invigil"}</title>
      <div className="mx-auto mb-4 flex max-w-4xl flex-wrap justify-between gap-x-3 gap-y-1 print:hidden">
        <Button variant="ghost" icon={<ArrowLeft aria-hidden="true" className="size-4" />} onClick={onBack}>
          Back to the results
        </Button>
        <Button
          disabled={!all.data}
          icon={<Printer aria-hidden="true" className="size-4" />}
          onClick={() => window.print()}
        >
          Print
        </Button>
      </div>
      {all.data ? (
        <Document
          ranking={all.data.ranking}
          rows={selected.length > 0 ? bestFirst(selected) : all.data.rows}
          isSelection={selected.length > 0}
          statistics={statistics.data}
        />
      ) : (
        <ErrorState
          title="The report could not be created"
          detail={errorText(all.error)}
          onRetry={() => void all.refetch()}
          busy={all.isFetching}
        />
      )}
    </main>
  );
}
