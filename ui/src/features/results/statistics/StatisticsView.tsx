import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { BarChart3 } from "lucide-react";
import { useState } from "react";
import { queryOf } from "@/api/query";
import type { TestStatistics } from "@/api/types";
import { finalWords, hasMiddle } from "@/features/staff-shared/few";
import { spent } from "@/lib/format";
import { exactPercent } from "@/lib/score";
import { ButtonLink } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { Checkbox } from "@/ui/Checkbox";
import { EmptyState } from "@/ui/EmptyState";
import { QueryError } from "@/ui/QueryError";
import { Skeleton } from "@/ui/Skeleton";
import { Recalculating } from "../ranking/repairs/Recalculating";
import { ByLanguage } from "./ByLanguage";
import { Distribution } from "./Distribution";
import { Pictures, picturesOf } from "./Pictures";
import { QuestionTable } from "./QuestionTable";
import { t } from "./texts";

function useStatistics(test: string, unreviewed: boolean) {
  return useQuery({
    ...queryOf("/tests/{id}/statistics", {
      path: { id: test },
      query: unreviewed ? { include_unreviewed: true } : {},
    }),
    placeholderData: keepPreviousData,
  });
}

function Numbers({ data }: { data: TestStatistics }) {
  const { counted, submissions } = data;
  const few = submissions === 0 ? "–" : finalWords(counted, submissions);
  const middle = (score: number | null | undefined) =>
    score == null || !hasMiddle(counted) ? few : exactPercent(score);
  const numbers = [
    [
      t("submissions"),
      counted < submissions ? t("partOf", { part: counted, whole: submissions }) : String(submissions),
    ],
    [t("mean"), middle(data.mean)],
    [t("median"), middle(data.median)],
    [t("meanTime"), spent(data.mean_seconds)],
    [t("medianTime"), spent(data.median_seconds)],
  ];
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line max-md:[&>:first-child]:col-span-2 md:grid-cols-5">
      {numbers.map(([name, value]) => (
        <div key={name} className="min-w-0 bg-surface px-3 py-3 sm:px-5 sm:py-4">
          <dt className="text-muted text-xs sm:text-sm">{name}</dt>
          <dd className="mt-1 font-semibold text-xl tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Results of people who were deleted when their time was over. */
function Past({ past: { results, mean } }: { past: TestStatistics["past"] }) {
  if (results === 0) return null;
  return (
    <p role="note" className="text-muted text-sm">
      {mean !== undefined && hasMiddle(results)
        ? t("pastMean", { count: results, mean })
        : t("past", { count: results })}
    </p>
  );
}

/** Statistics of one test and its questions. */
export function StatisticsView({ test }: { test: string }) {
  const [unreviewed, setUnreviewed] = useState(false);
  const { data, error, refetch, isFetching } = useStatistics(test, unreviewed);
  const pictures = data ? picturesOf(data.questions) : 0;
  return (
    <div className="space-y-4">
      <Recalculating test={test} />
      {error && !data && (
        <div className="rounded-card border border-line bg-surface">
          <QueryError title={t("notLoaded")} {...{ error, refetch, isFetching }} />
        </div>
      )}
      {!data && !error && (
        <div role="status" aria-label={t("loading")} className="space-y-4">
          <Skeleton className="h-20 rounded-card" />
          <Skeleton className="h-72 rounded-card" />
          <Skeleton className="h-64 rounded-card" />
        </div>
      )}
      {data?.past && <Past past={data.past} />}
      {data?.submissions === 0 && (
        <div className="rounded-card border border-line bg-surface">
          <EmptyState icon={<BarChart3 />} title={t("noResults")} text={t("noResultsText")} />
        </div>
      )}
      {data && data.submissions > 0 && (
        <>
          <Numbers data={data} />
          {data.waiting_for_review > 0 && (
            <Checkbox
              label={t("include", { count: data.waiting_for_review })}
              hint={unreviewed ? t("soFarHint") : t("finalHint")}
              checked={unreviewed}
              onChange={(event) => setUnreviewed(event.target.checked)}
            />
          )}
          {/* One picture leaves half of the desk to the distribution. */}
          <div className={clsx("grid gap-4", pictures === 1 && "lg:grid-cols-2")}>
            <Card
              title={t("distribution")}
              description={t(unreviewed ? "bySoFar" : "byFinal")}
              className="flex flex-col [&>div>*]:flex-1 [&>div]:flex [&>div]:flex-1"
            >
              {data.counted > 0 ? (
                <Distribution buckets={data.distribution} />
              ) : (
                <EmptyState
                  icon={<BarChart3 />}
                  title={t("noFinal")}
                  text={t("noFinalText")}
                  action={
                    <ButtonLink variant="secondary" to="/admin?tab=scoring">
                      {t("reviewScore")}
                    </ButtonLink>
                  }
                />
              )}
            </Card>
            {pictures > 0 && (
              <Card flush title={t("pictures")} description={t("picturesText")}>
                <Pictures questions={data.questions} />
              </Card>
            )}
          </div>
          {data.languages && (
            <Card flush title={t("byLanguage")} description={t("byLanguageText")}>
              <ByLanguage languages={data.languages} />
            </Card>
          )}
          <Card flush title={t("questions")} description={t("questionsText")}>
            <QuestionTable test={test} questions={data.questions} />
          </Card>
        </>
      )}
    </div>
  );
}
