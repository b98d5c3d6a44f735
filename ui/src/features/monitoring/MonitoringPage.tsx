import { useMemo } from "react";
import { ApiFailure, errorText } from "@/api/client";
import { useLiveRefresh } from "@/lib/live-refresh";
import { useUrlState } from "@/lib/url-state";
import { ErrorState } from "@/ui/ErrorState";
import { Spinner } from "@/ui/Spinner";
import { useFailureToast } from "@/ui/useFailureToast";
import { AlertToggle } from "./alerts/AlertToggle";
import { type Alerts, useAlerts } from "./alerts/useAlerts";
import { ListView } from "./ListView";
import { MonitorHeader } from "./MonitorHeader";
import { named } from "./naming";
import { OutageStrip } from "./outages/OutageStrip";
import { useMonitorable, useMonitored, useServerClock } from "./useMonitorable";
import { usePreselected } from "./usePreselected";
import { type View, ViewToggle } from "./ViewToggle";
import { DARK, useDarkGround } from "./wall/dark";
import { WallView } from "./wall/WallView";

const detailOf = (error: unknown) => (error instanceof ApiFailure ? error.detail : errorText(error));

function Wall({
  monitored,
  alerts,
  onView,
}: {
  monitored: ReturnType<typeof useMonitored>;
  alerts: Alerts;
  onView: (view: View) => void;
}) {
  useDarkGround();
  const { data, error, refetch, isFetching } = monitored;
  return (
    <div style={DARK} className="flex h-dvh flex-col overflow-hidden bg-page text-ink">
      <MonitorHeader title="Live monitoring" wide>
        <AlertToggle alerts={alerts} />
        <ViewToggle view="wall" onChange={onView} />
      </MonitorHeader>
      <OutageStrip wide />
      <main id="main" className="flex min-h-0 flex-1 flex-col">
        {error && !data && (
          <ErrorState
            title="The active tests could not be loaded"
            detail={detailOf(error)}
            onRetry={() => void refetch()}
            busy={isFetching}
          />
        )}
        {!data && !error && (
          <div className="grid flex-1 place-items-center text-muted">
            <Spinner label="Loading the wall" className="size-8" />
          </div>
        )}
        {data && <WallView rows={data} />}
      </main>
    </div>
  );
}

export default function MonitoringPage() {
  const { params, change } = useUrlState();
  const { data, error, refetch, isFetching, isFetchedAfterMount } = useMonitorable();
  const monitored = useMonitored();
  useServerClock(monitored.data, monitored.dataUpdatedAt);
  useLiveRefresh();
  const alerts = useAlerts(monitored.data);
  const failed = error ?? monitored.error;
  useFailureToast(failed, `Failed to fetch active tests: ${detailOf(failed)}`);

  // A cached list does not contain a test that has just begun.
  usePreselected(isFetchedAfterMount ? data : undefined, (id) =>
    change({ view: null, focus: null, invite: id }, { replace: true }),
  );
  const invites = useMemo(() => named(data, monitored.data), [data, monitored.data]);
  const show = (view: View) =>
    change({ view: view === "wall" ? "wall" : null, invite: null, focus: null, page: null });

  if (params.get("view") === "wall")
    return (
      <>
        <title>{`${alerts.badge}Live wall | Invigil`}</title>
        <Wall monitored={monitored} alerts={alerts} onView={show} />
      </>
    );
  return (
    <div className="min-h-dvh">
      <title>{`${alerts.badge}Live monitoring | Invigil`}</title>
      <MonitorHeader title="Live monitoring">
        <AlertToggle alerts={alerts} />
        <ViewToggle view="list" onChange={show} />
      </MonitorHeader>
      <OutageStrip />
      <ListView
        invites={invites}
        rows={monitored.data ?? []}
        failure={error ? { detail: detailOf(error), retry: () => void refetch(), busy: isFetching } : null}
        wanted={params.get("invite")}
        test={params.get("test") ?? ""}
        onSelect={(id) => change({ invite: id })}
        onTest={(test) => change({ test, invite: null })}
      />
    </div>
  );
}
