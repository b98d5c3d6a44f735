import { MonitorPlay } from "lucide-react";
import { useParams } from "react-router-dom";
import { ApiFailure, errorText } from "@/api/client";
import type { Invite } from "@/api/types";
import { useLiveRefresh } from "@/lib/live-refresh";
import { useRights } from "@/lib/rights";
import { ButtonLink } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";
import { ErrorState } from "@/ui/ErrorState";
import { Skeleton } from "@/ui/Skeleton";
import { useFailureToast } from "@/ui/useFailureToast";
import { MonitorHeader } from "./MonitorHeader";
import { named } from "./naming";
import { Ended } from "./single/Ended";
import { SingleMonitor } from "./single/SingleMonitor";
import { t } from "./texts";
import { isReady, useInvite, useMonitorable, useMonitored, useServerClock } from "./useMonitorable";

/** Shown when there is nothing to watch: the test has not begun, is over or does not exist. */
function Nothing({ invite }: { invite: Invite | undefined }) {
  return (
    <EmptyState
      icon={<MonitorPlay />}
      title={
        invite
          ? t.rich("isNotTaking", { name: invite.applicant_name, b: (inside) => <bdi>{inside}</bdi> })
          : t("noTestHere")
      }
      text={invite ? t("appearsHere") : t("wrongAddress")}
      action={
        <ButtonLink to="/monitoring" variant="secondary">
          {t("backToList")}
        </ButtonLink>
      }
    />
  );
}

export default function MonitorPage() {
  const { inviteId } = useParams();
  const { may } = useRights();
  const list = useMonitorable();
  const monitored = useMonitored();
  useServerClock(monitored.data, monitored.dataUpdatedAt);
  useLiveRefresh();
  useFailureToast(list.error, t("fetchFailed", { reason: errorText(list.error) }));
  const listed = named(list.data, monitored.data)?.find((i) => i.id === inviteId);
  const other = useInvite(inviteId, list.data !== undefined && !listed);
  const invite = listed ?? other.data;
  const running = listed && isReady(listed) ? listed : undefined;
  const row = monitored.data?.find((r) => r.invite_id === inviteId);
  const asked = list.data && !listed ? other : list;
  // Without the right to see invites, an invite that is not watched cannot be distinguished from one that does not exist.
  const isHidden = asked === other && other.fetchStatus === "idle" && other.isPending;
  const unknown =
    isHidden || (asked === other && other.error instanceof ApiFailure && other.error.status === 404);

  return (
    <div className="min-h-dvh">
      <title>{t("monitorTitle")}</title>
      <MonitorHeader title={t("monitor")} />
      <main id="main" className="mx-auto max-w-desk px-4 py-6 sm:px-6">
        {asked.error && !asked.data && !unknown && (
          <ErrorState
            title={asked === list ? t("testsNotLoaded") : t("testNotLoaded")}
            detail={errorText(asked.error)}
            onRetry={() => void asked.refetch()}
            busy={asked.isFetching}
          />
        )}
        {asked.isPending && !isHidden && (
          <div
            role="status"
            aria-label={t("loadingTest")}
            className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_24rem]"
          >
            <Skeleton className="h-[34rem] rounded-card" />
            <Skeleton className="h-80 rounded-card" />
          </div>
        )}
        {running && <SingleMonitor key={running.id} invite={running} row={row} />}
        {invite?.submission_id && may("read_results", invite.test_id) && (
          <Ended key={invite.id} submissionId={invite.submission_id} />
        )}
        {((invite && invite !== running && !(invite.submission_id && may("read_results", invite.test_id))) ||
          unknown) && (
          <div className="rounded-card border border-line bg-surface">
            <Nothing invite={invite} />
          </div>
        )}
      </main>
    </div>
  );
}
