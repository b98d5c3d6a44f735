import { formatDateTime } from "@/lib/format";
import { endedBy } from "@/ui/attempt/ended-by";
import { MonitoredBar } from "@/ui/attempt/MonitoredBar";
import { TimelineList } from "@/ui/attempt/TimelineList";
import { ButtonLink } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { Person } from "@/ui/Person";
import { QueryError } from "@/ui/QueryError";
import { Skeleton } from "@/ui/Skeleton";
import { FactList } from "../TestFacts";
import { t } from "../texts";
import { useEnded } from "../useMonitorable";
import { TestStatus } from "./Status";

/** A finished test: how it ended, and its timeline. */
export function Ended({ submissionId }: { submissionId: string }) {
  const { data, error, refetch, isFetching } = useEnded(submissionId);
  if (error && !data) return <QueryError title={t("testNotLoaded")} {...{ error, refetch, isFetching }} />;
  if (!data) return <Skeleton className="h-80 rounded-card" />;
  const { timeline, started_at, submitted_at } = data;
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="min-w-0 space-y-5 lg:order-last">
        <Card>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <Person name={data.applicant_name} email={data.applicant_email} />
            <TestStatus running={false} />
          </div>
          <div className="mt-5">
            <FactList
              facts={[
                [t("test"), data.test_title],
                [t("startedLabel"), formatDateTime(started_at)],
                [t("ended"), formatDateTime(submitted_at)],
                [t("submitted"), endedBy(data.submitted_by)],
              ]}
            />
          </div>
          <div className="mt-5 flex flex-wrap gap-2">
            <ButtonLink to={`/admin?tab=results&result=${encodeURIComponent(submissionId)}`}>
              {t("viewDetails")}
            </ButtonLink>
            <ButtonLink to="/monitoring" variant="secondary">
              {t("backToList")}
            </ButtonLink>
          </div>
        </Card>
      </div>
      <Card title={t("timeline")} className="min-w-0">
        <div className="space-y-4">
          <MonitoredBar timeline={timeline} startedAt={started_at} endedAt={submitted_at} />
          <TimelineList
            entries={timeline.entries}
            attemptId={submissionId}
            notKept={data.signals_not_kept + timeline.entries_not_kept}
            newestFirst
          />
        </div>
      </Card>
    </div>
  );
}
