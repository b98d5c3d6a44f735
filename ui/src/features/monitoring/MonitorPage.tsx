import { MonitorPlay } from "lucide-react";
import { useEffect, useState } from "react";
import { useParams } from "react-router-dom";
import { errorText } from "@/api/client";
import type { Invite } from "@/api/types";
import { useLiveRefresh } from "@/lib/live-refresh";
import { ButtonLink } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";
import { ErrorState } from "@/ui/ErrorState";
import { Skeleton } from "@/ui/Skeleton";
import { useFailureToast } from "@/ui/useFailureToast";
import { MonitorHeader } from "./MonitorHeader";
import { SingleMonitor } from "./single/SingleMonitor";
import { TestStatus } from "./single/Status";
import { isReady, useMonitorable, useMonitored, useServerClock } from "./useMonitorable";

/** Why there is nothing to watch: the test ended before these eyes, waits, or was never there. */
function Nothing({ invite, ended }: { invite: Invite | undefined; ended: Invite | null }) {
  const back = (
    <ButtonLink to="/monitoring" variant="secondary">
      Back to List
    </ButtonLink>
  );
  if (!invite && ended)
    return (
      <EmptyState
        icon={<MonitorPlay />}
        title={
          <span className="flex flex-col items-center gap-3">
            <TestStatus running={false} />
            <span>
              The test of <bdi>{ended.applicant_name}</bdi> has ended
            </span>
          </span>
        }
        text="What was answered, and everything that happened meanwhile, is kept with the result."
        action={
          <>
            {ended.attempt_id && (
              <ButtonLink to={`/admin?tab=results&result=${encodeURIComponent(ended.attempt_id)}`}>
                View Details
              </ButtonLink>
            )}
            {back}
          </>
        }
      />
    );
  if (!invite)
    return (
      <EmptyState
        icon={<MonitorPlay />}
        title="No running test is at this address"
        text="It has ended, it has not begun, or the address is not right. The list shows who is testing now."
        action={back}
      />
    );
  return (
    <EmptyState
      icon={<MonitorPlay />}
      title={
        <>
          <bdi>{invite.applicant_name}</bdi> is not currently taking a test
        </>
      }
      text="The page shows the test as soon as it begins."
      action={back}
    />
  );
}

export default function MonitorPage() {
  const { inviteId } = useParams();
  const { data, error, refetch, isFetching } = useMonitorable();
  const monitored = useMonitored();
  useServerClock(monitored.data, monitored.dataUpdatedAt);
  useLiveRefresh();
  useFailureToast(error, `Failed to fetch active tests: ${errorText(error)}`);
  const invite = data?.find((i) => i.id === inviteId);
  const running = invite && isReady(invite) ? invite : undefined;
  const [seen, setSeen] = useState<Invite | null>(null);
  useEffect(() => {
    if (running) setSeen(running);
  }, [running]);
  const row = monitored.data?.find((r) => r.invite_id === inviteId);

  return (
    <div className="min-h-dvh">
      <title>Monitor | Invigil</title>
      <MonitorHeader title="Monitor" />
      <main className="mx-auto max-w-[1240px] px-4 py-6 sm:px-6">
        {error && !data && (
          <ErrorState
            title="The active tests could not be loaded"
            detail={errorText(error)}
            onRetry={() => void refetch()}
            busy={isFetching}
          />
        )}
        {!data && !error && (
          <div
            role="status"
            aria-label="Loading the test"
            className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_24rem]"
          >
            <Skeleton className="h-[34rem] rounded-card" />
            <Skeleton className="h-80 rounded-card" />
          </div>
        )}
        {running && <SingleMonitor key={running.id} invite={running} row={row} />}
        {data && !running && (
          <div className="rounded-card border border-line bg-surface">
            <Nothing invite={invite} ended={seen?.id === inviteId ? seen : null} />
          </div>
        )}
      </main>
    </div>
  );
}
