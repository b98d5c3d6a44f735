import { MonitorPlay } from "lucide-react";
import { useParams } from "react-router-dom";
import { errorText } from "@/api/client";
import { useLiveRefresh } from "@/lib/live-refresh";
import { ButtonLink } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";
import { ErrorState } from "@/ui/ErrorState";
import { Skeleton } from "@/ui/Skeleton";
import { useFailureToast } from "@/ui/useFailureToast";
import { InvitePane } from "./InvitePane";
import { MonitorHeader } from "./MonitorHeader";
import { isReady, useMonitorable } from "./useMonitorable";

export default function MonitorPage() {
  const { inviteId } = useParams();
  const { data, error, refetch, isFetching } = useMonitorable();
  useLiveRefresh();
  useFailureToast(error, `Failed to fetch active tests: ${errorText(error)}`);
  const invite = data?.find((i) => i.id === inviteId);

  return (
    <div className="min-h-dvh">
      <title>Monitor | Invigil</title>
      <MonitorHeader title="Monitor" />
      <main className="mx-auto max-w-3xl px-4 py-6 sm:px-6">
        {error && !data && (
          <ErrorState
            title="The active tests could not be loaded"
            detail={errorText(error)}
            onRetry={() => void refetch()}
            busy={isFetching}
          />
        )}
        {!data && !error && (
          <div role="status" aria-label="Loading the test">
            <Skeleton className="h-80 rounded-card" />
          </div>
        )}
        {data && invite && <InvitePane invite={invite} />}
        {data && !(invite && isReady(invite)) && (
          <div className="mt-4 rounded-card border border-line bg-surface">
            <EmptyState
              icon={<MonitorPlay />}
              title={
                invite ? (
                  <>
                    <bdi>{invite.applicant_name}</bdi> is not currently taking a test
                  </>
                ) : (
                  "This test is not running"
                )
              }
              text={
                invite ? "The page shows the test as soon as it begins." : "It has ended, or has not begun."
              }
              action={
                <ButtonLink to="/monitoring" variant="secondary">
                  Back to List
                </ButtonLink>
              }
            />
          </div>
        )}
      </main>
    </div>
  );
}
