import type { ReactNode } from "react";
import { ApiFailure, errorText } from "@/api/client";
import type { Monitored } from "@/api/types";
import { useLiveRefresh } from "@/lib/live-refresh";
import { useRights } from "@/lib/rights";
import { useUrlState } from "@/lib/url-state";
import { PauseTests } from "@/ui/attempt/PauseTests";
import { ErrorState } from "@/ui/ErrorState";
import { Spinner } from "@/ui/Spinner";
import { useFailureToast } from "@/ui/useFailureToast";
import { AnnounceButton } from "./actions/AnnounceButton";
import { AlertToggle } from "./alerts/AlertToggle";
import { type Alerts, useAlerts } from "./alerts/useAlerts";
import { ListView } from "./ListView";
import { MonitorHeader } from "./MonitorHeader";
import { named } from "./naming";
import { OutageStrip } from "./outages/OutageStrip";
import { QuestionStrip } from "./QuestionStrip";
import { SessionChip } from "./SessionChip";
import { t } from "./texts";
import { useMonitorable, useMonitored, useServerClock } from "./useMonitorable";
import { usePreselected } from "./usePreselected";
import { useSessionFilter } from "./useSessionFilter";
import { type View, ViewToggle } from "./ViewToggle";
import { DARK, useDarkGround } from "./wall/dark";
import { WallView } from "./wall/WallView";

const detailOf = (error: unknown) => (error instanceof ApiFailure ? error.detail : errorText(error));

function Wall({
  monitored: { error, refetch, isFetching },
  rows: data,
  alerts,
  chip,
  onView,
}: {
  monitored: ReturnType<typeof useMonitored>;
  rows: Monitored[] | undefined;
  alerts: Alerts;
  chip: ReactNode;
  onView: (view: View) => void;
}) {
  useDarkGround();
  return (
    <div style={DARK} className="flex h-dvh flex-col overflow-hidden bg-page text-ink">
      <MonitorHeader title={t("liveMonitoring")} wide>
        {chip}
        <AlertToggle alerts={alerts} />
        <ViewToggle view="wall" onChange={onView} />
      </MonitorHeader>
      <OutageStrip wide />
      <main id="main" className="flex min-h-0 flex-1 flex-col">
        {error && !data && (
          <ErrorState
            title={t("testsNotLoaded")}
            detail={detailOf(error)}
            onRetry={() => void refetch()}
            busy={isFetching}
          />
        )}
        {!data && !error && (
          <div className="grid flex-1 place-items-center text-muted">
            <Spinner label={t("loadingWall")} className="size-8" />
          </div>
        )}
        {data && <WallView rows={data} />}
      </main>
    </div>
  );
}

export default function MonitoringPage() {
  const { params, change } = useUrlState();
  const { may } = useRights();
  const test = params.get("test") ?? "";
  const { data: everyone, error, refetch, isFetching, isFetchedAfterMount } = useMonitorable();
  const monitored = useMonitored();
  const session = useSessionFilter(params.get("session"));
  const data = session ? session.among(everyone, ({ id }) => id) : everyone;
  const rows = session ? session.among(monitored.data, (row) => row.invite_id) : monitored.data;
  useServerClock(monitored.data, monitored.dataUpdatedAt);
  useLiveRefresh();
  const alerts = useAlerts(rows);
  const failed = error ?? monitored.error;
  useFailureToast(failed, t("fetchFailed", { reason: detailOf(failed) }));

  // A cached list does not contain a test that has just begun.
  usePreselected(isFetchedAfterMount ? everyone : undefined, (id) =>
    change({ view: null, focus: null, invite: id, session: null }, { replace: true }),
  );
  const invites = named(data, rows);
  const show = (view: View) =>
    change({ view: view === "wall" ? "wall" : null, invite: null, focus: null, page: null });

  const chip = (
    <>
      <QuestionStrip session={session} />
      <AnnounceButton rows={rows} />
      {session && may("intervene") && (
        <PauseTests
          session={session.id}
          running={(rows ?? []).filter(
            ({ ready, attempt_id, test_id }) => ready && attempt_id && (test === "" || test_id === test),
          )}
          whole={test === ""}
          held={session.held}
          compact
        />
      )}
      {session && (
        <SessionChip session={session} onClear={() => change({ session: null, page: null, focus: null })} />
      )}
    </>
  );

  if (params.get("view") === "wall")
    return (
      <>
        <title>{t("wallTitle", { badge: alerts.badge })}</title>
        <Wall monitored={monitored} rows={rows} alerts={alerts} chip={chip} onView={show} />
      </>
    );
  return (
    <div className="min-h-dvh">
      <title>{t("monitoringTitle", { badge: alerts.badge })}</title>
      <MonitorHeader title={t("liveMonitoring")}>
        {chip}
        <AlertToggle alerts={alerts} />
        <ViewToggle view="list" onChange={show} />
      </MonitorHeader>
      <OutageStrip />
      <ListView
        invites={invites}
        rows={rows ?? []}
        failure={error ? { detail: detailOf(error), retry: () => void refetch(), busy: isFetching } : null}
        wanted={params.get("invite")}
        test={test}
        onSelect={(id) => change({ invite: id })}
        onTest={(test) => change({ test, invite: null })}
      />
    </div>
  );
}
