import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { BarChart3 } from "lucide-react";
import { useState } from "react";
import { errorText } from "@/api/client";
import { queryOf } from "@/api/query";
import type { TestStatistics } from "@/api/types";
import { tellsMiddle } from "@/features/staff-shared/few";
import { plural, spent } from "@/lib/format";
import { exactPercent } from "@/lib/score";
import { ButtonLink } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { Checkbox } from "@/ui/Checkbox";
import { EmptyState } from "@/ui/EmptyState";
import { ErrorState } from "@/ui/ErrorState";
import { Skeleton } from "@/ui/Skeleton";
import { Recalculating } from "../ranking/repairs/Recalculating";
import { Distribution } from "./Distribution";
import { hasPictures, Pictures } from "./Pictures";
import { QuestionTable } from "./QuestionTable";

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
  const numbers = [
    [
      "Submissions",
      data.counted < data.submissions ? `${data.counted} of ${data.submissions}` : String(data.submissions),
    ],
    ["Mean score", data.mean == null ? "–" : exactPercent(data.mean)],
    ["Median score", data.median == null ? "–" : exactPercent(data.median)],
    ["Mean time spent", spent(data.mean_seconds)],
    ["Median time spent", spent(data.median_seconds)],
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
      {plural(results, "earlier result")} of people whose data were deleted
      {mean !== undefined && tellsMiddle(results) && `, ${mean} % on average`}. They count in no other figure
      here.
    </p>
  );
}

/** Statistics of one test and its questions. */
export function StatisticsView({ test }: { test: string }) {
  const [unreviewed, setUnreviewed] = useState(false);
  const { data, error, refetch, isFetching } = useStatistics(test, unreviewed);
  return (
    <div className="space-y-4">
      <Recalculating test={test} />
      {error && !data && (
        <div className="rounded-card border border-line bg-surface">
          <ErrorState
            title="The statistics could not be loaded"
            detail={errorText(error)}
            onRetry={() => void refetch()}
            busy={isFetching}
          />
        </div>
      )}
      {!data && !error && (
        <div role="status" aria-label="Loading the statistics" className="space-y-4">
          <Skeleton className="h-20 rounded-card" />
          <Skeleton className="h-72 rounded-card" />
          <Skeleton className="h-64 rounded-card" />
        </div>
      )}
      {data?.past && <Past past={data.past} />}
      {data?.submissions === 0 && (
        <div className="rounded-card border border-line bg-surface">
          <EmptyState
            icon={<BarChart3 />}
            title="No results yet"
            text="Statistics appear as soon as this test is submitted."
          />
        </div>
      )}
      {data && data.submissions > 0 && (
        <>
          <Numbers data={data} />
          {data.waiting_for_review > 0 && (
            <Checkbox
              label={`Include ${plural(data.waiting_for_review, "submission")} that ${data.waiting_for_review === 1 ? "is" : "are"} not fully scored`}
              hint={
                unreviewed
                  ? "Their scores count with the points earned so far and may go up."
                  : "Only final scores are in the numbers above and in the distribution. The questions count every scored answer."
              }
              checked={unreviewed}
              onChange={(event) => setUnreviewed(event.target.checked)}
            />
          )}
          <Card
            title="Score distribution"
            description={`Number of candidates by ${unreviewed ? "score so far" : "final score"}`}
          >
            {data.counted > 0 ? (
              <Distribution buckets={data.distribution} />
            ) : (
              <EmptyState
                icon={<BarChart3 />}
                title="No final score yet"
                text="All submissions are still waiting for a review."
                action={
                  <ButtonLink variant="secondary" to="/admin?tab=scoring">
                    Review & Score
                  </ButtonLink>
                }
              />
            )}
          </Card>
          {hasPictures(data.questions) && (
            <Card flush title="Questions in pictures" description="The numbers are those of the table below.">
              <Pictures questions={data.questions} />
            </Card>
          )}
          <Card
            flush
            title="Questions"
            description="Every scored answer counts, also of submissions that are not final. Points earned: the share of all points that candidates got. Discrimination: how well the question separates strong from weak candidates, from -1 to 1. Time spent: how long the question was on screen (mean / median)."
          >
            <QuestionTable test={test} questions={data.questions} />
          </Card>
        </>
      )}
    </div>
  );
}
