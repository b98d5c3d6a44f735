import { ArrowLeft, CircleStop, MonitorPlay, Users } from "lucide-react";
import { ApiFailure, errorText } from "@/api/client";
import { useLiveRefresh } from "@/lib/live-refresh";
import { useUrlState } from "@/lib/url-state";
import { Button } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";
import { ErrorState } from "@/ui/ErrorState";
import { SkeletonList } from "@/ui/Skeleton";
import { useFailureToast } from "@/ui/useFailureToast";
import { ActiveTests } from "./ActiveTests";
import { InvitePane } from "./InvitePane";
import { MonitorHeader } from "./MonitorHeader";
import { inOrder, isReady, useMonitorable } from "./useMonitorable";
import { usePreselected } from "./usePreselected";

export default function MonitoringPage() {
  const { params, change } = useUrlState();
  const { data, error, refetch, isFetching, isFetchedAfterMount } = useMonitorable();
  useLiveRefresh();
  const detail = error instanceof ApiFailure ? error.detail : errorText(error);
  useFailureToast(error, `Failed to fetch active tests: ${detail}`);

  // A list from an earlier visit does not know of a test that has just begun.
  usePreselected(isFetchedAfterMount ? data : undefined, (id) => change({ invite: id }, { replace: true }));
  const invites = inOrder(data ?? []);
  const wanted = params.get("invite");
  const selected = invites.find((invite) => invite.id === wanted && isReady(invite));
  const deselect = () => change({ invite: null });

  return (
    <div className="min-h-dvh">
      <title>Live monitoring | Invigil</title>
      <MonitorHeader title="Live monitoring" />
      <main className="mx-auto grid max-w-[1240px] items-start gap-5 px-4 py-6 sm:px-6 lg:grid-cols-[22rem_1fr]">
        <section
          aria-labelledby="active-tests"
          className={`overflow-hidden rounded-card border border-line bg-surface ${wanted ? "max-lg:hidden" : ""}`}
        >
          <h2
            id="active-tests"
            className="border-line border-b px-4 py-3 font-semibold text-base tabular-nums"
          >
            Active Tests ({invites.length})
          </h2>
          {error && !data && (
            <ErrorState
              title="The active tests could not be loaded"
              detail={detail}
              onRetry={() => void refetch()}
              busy={isFetching}
            />
          )}
          {!data && !error && <SkeletonList rows={4} label="Loading active tests" />}
          {data && invites.length === 0 && (
            <EmptyState
              icon={<Users />}
              title="Nobody is taking a test now"
              text="Running tests and those that wait for their time appear here by themselves."
            />
          )}
          <ActiveTests invites={invites} selected={wanted} onSelect={(id) => change({ invite: id })} />
        </section>
        <section aria-label="Selected test" className={wanted ? "" : "max-lg:hidden"}>
          {wanted && (
            <div className="mb-3 flex flex-wrap justify-between gap-2">
              <Button
                variant="ghost"
                icon={<ArrowLeft aria-hidden="true" className="size-4" />}
                onClick={deselect}
              >
                Back to List
              </Button>
              <Button
                variant="secondary"
                icon={<CircleStop aria-hidden="true" className="size-4" />}
                onClick={deselect}
              >
                Stop Monitoring
              </Button>
            </div>
          )}
          {selected ? (
            <InvitePane key={selected.id} invite={selected} />
          ) : (
            <div className="rounded-card border border-line bg-surface">
              {wanted && data ? (
                <EmptyState
                  icon={<MonitorPlay />}
                  title="This test is not running any more"
                  text="It was submitted, or it has not begun. Choose another one from the list."
                />
              ) : (
                <EmptyState
                  icon={<MonitorPlay />}
                  title="Choose a test to monitor"
                  text="Only a test in progress can be monitored."
                />
              )}
            </div>
          )}
        </section>
      </main>
    </div>
  );
}
