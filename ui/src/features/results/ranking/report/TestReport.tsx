import { useQuery } from "@tanstack/react-query";
import { errorText } from "@/api/client";
import { queryOf } from "@/api/query";
import type { Ranking, RankingRow } from "@/api/ranking";
import type { ResultDetail, TestStatistics } from "@/api/types";
import { hasMiddle } from "@/features/staff-shared/few";
import { formatDateTime, points } from "@/lib/format";
import { exactPercent } from "@/lib/score";
import { useSession } from "@/stores/session";
import { ErrorState } from "@/ui/ErrorState";
import { PageSpinner } from "@/ui/Spinner";
import { ScoreField } from "../../charts/ScoreField";
import { Letterhead } from "../../Letterhead";
import { isMarked, marksText } from "../pass-mark/marks";
import { t } from "../tool-texts";
import { CandidateTable } from "./CandidateTable";
import { PrintPage } from "./PrintPage";
import { allRows, MAX_ROWS } from "./rows";

function Questions({ statistics }: { statistics: TestStatistics }) {
  return (
    <section>
      <h2 className="font-semibold text-base">{t("questions")}</h2>
      <ol className="mt-2 space-y-1">
        {statistics.questions.map(({ id, number, question, points: possible, share_correct }) => (
          <li key={id} className="flex break-inside-avoid justify-between gap-4">
            <span dir="auto" className="line-clamp-2 min-w-0">
              <span className="tabular-nums">{number}.</span> {question}
            </span>
            <span className="shrink-0 text-muted tabular-nums">
              {points(possible)}
              {share_correct !== undefined && t("shareRight", { percent: Math.round(share_correct * 100) })}
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
  /** The report is about rows that were chosen for it. */
  isSelection: boolean;
  statistics: TestStatistics | undefined;
  /** Absent for those who may not read it. */
  company: ResultDetail["company"] | undefined;
}

function Document({ ranking, rows, isSelection, statistics, company }: Known) {
  const { field, pass_mark } = ranking;
  const facts = [
    [t("submissions"), t("finalOfThem", { count: field.submissions, final: field.final })],
    [
      t("meanMedian"),
      field.mean === null || !hasMiddle(field.final)
        ? ""
        : `${exactPercent(field.mean)}, ${exactPercent(field.median ?? 0)}`,
    ],
    [
      t("passMark"),
      isMarked(pass_mark)
        ? t("markPassed", { mark: marksText(pass_mark), count: field.passed ?? 0 })
        : t("none"),
    ],
    [
      t("decisions"),
      t("decisionCounts", { shortlisted: field.shortlisted, hold: field.on_hold, rejected: field.rejected }),
    ],
  ].filter(([, value]) => value !== "");
  return (
    <article className="mx-auto max-w-4xl space-y-6 rounded-card border border-line bg-surface p-5 text-xs sm:p-8 print:max-w-none print:rounded-none print:border-0 print:p-0">
      {company && <Letterhead company={company} />}
      <header>
        <p className="text-muted">{t("reportOf")}</p>
        <h1 dir="auto" className="mt-1 font-semibold text-xl">
          {ranking.test_title}
        </h1>
      </header>
      <div className="flex flex-wrap gap-x-8 gap-y-6 print:flex-nowrap">
        <dl className="grid min-w-72 flex-1 grid-cols-[8rem_1fr] content-start gap-x-4 gap-y-1.5">
          {facts.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="min-w-0 tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
        {statistics && !isSelection && hasMiddle(statistics.counted) && (
          <section className="min-w-72 flex-1 break-inside-avoid [print-color-adjust:exact]">
            <h2 className="mb-2 font-semibold text-base">{t("scores")}</h2>
            <ScoreField buckets={statistics.distribution} passMark={pass_mark.percent} />
          </section>
        )}
      </div>
      <CandidateTable title={isSelection ? t("selectedCandidates") : t("candidates")} rows={rows}>
        {!isSelection && rows.length < ranking.total && (
          <p className="mt-2 text-muted">{t("bestOf", { max: MAX_ROWS, count: ranking.total })}</p>
        )}
      </CandidateTable>
      {statistics && <Questions statistics={statistics} />}
      <footer className="border-line border-t pt-3 text-muted">
        {t("printedOn", { date: formatDateTime(new Date()) })}
        {field.final < field.submissions && ` ${t("notFinal", { count: field.submissions - field.final })}`}
      </footer>
    </article>
  );
}

/** Rows by rank; those without one last. */
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
  const isAdmin = useSession((state) => state.user?.role) === "admin";
  const company = useQuery({
    ...queryOf("/admin/company-settings"),
    enabled: isAdmin,
    gcTime: 0,
    retry: false,
  });
  if (!all.error && (!all.data || statistics.isLoading))
    return <PageSpinner within label={t("loadingReport")} />;
  return (
    <div className="min-h-dvh print:p-0">
      <title>{all.data ? t("pageTitle", { title: all.data.ranking.test_title }) : t("reportTitle")}</title>
      <PrintPage disabled={!all.data} onBack={onBack}>
        {all.data ? (
          <Document
            ranking={all.data.ranking}
            rows={selected.length > 0 ? bestFirst(selected) : all.data.rows}
            isSelection={selected.length > 0}
            statistics={statistics.data}
            company={company.data && { name: company.data.name, logo: company.data.logo }}
          />
        ) : (
          <ErrorState
            title={t("reportFailed")}
            detail={errorText(all.error)}
            onRetry={() => void all.refetch()}
            busy={all.isFetching}
          />
        )}
      </PrintPage>
    </div>
  );
}
