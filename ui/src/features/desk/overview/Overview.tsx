import { clsx } from "clsx";
import { ChartColumn, CircleCheck, CircleDot, FileText, MonitorPlay, Plus, Send } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import type { Overview as Figures } from "@/api/types";
import { useOverview } from "@/features/staff-shared/queries";
import { ButtonLink } from "@/ui/Button";
import { QueryError } from "@/ui/QueryError";
import { Skeleton } from "@/ui/Skeleton";
import { useFailureToast } from "@/ui/useFailureToast";
import { DailyFigures } from "./DailyFigures";
import { FirstSteps, useFirstSteps } from "./FirstSteps";
import { Funnels } from "./Funnels";
import { NeedsYou } from "./NeedsYou";
import { RecentActivity } from "./RecentActivity";
import { t } from "./texts";

interface Stat {
  label: string;
  value: number | undefined;
  tone: string;
  icon: ReactNode;
  to: string;
}

function stats(data: Figures | undefined): Stat[] {
  const icon = "size-4.5";
  return [
    {
      label: t("totalTests"),
      value: data?.total_tests,
      tone: "neutral",
      to: "/admin?tab=tests",
      icon: <FileText aria-hidden="true" className={icon} />,
    },
    {
      label: t("invitesSent"),
      value: data?.invites_sent,
      tone: "blue",
      to: "/admin?tab=invites&date=all",
      icon: <Send aria-hidden="true" className={`rtl:-scale-x-100 ${icon}`} />,
    },
    {
      label: t("completedTests"),
      value: data?.completed_tests,
      tone: "green",
      to: "/admin?tab=results",
      icon: <CircleCheck aria-hidden="true" className={icon} />,
    },
    {
      label: t("inProgress"),
      value: data?.in_progress,
      tone: "amber",
      to: "/monitoring",
      icon: <CircleDot aria-hidden="true" className={icon} />,
    },
  ];
}

/** Without a test no one can be invited. */
function QuickActions({ hasTests }: { hasTests: boolean }) {
  return (
    <nav aria-label={t("quickActions")} className="grid grid-cols-2 gap-2 sm:flex">
      <ButtonLink
        variant="ghost"
        className="max-sm:order-last sm:-ms-4"
        to="/admin?tab=results"
        icon={ChartColumn}
      >
        {t("viewResults")}
      </ButtonLink>
      <ButtonLink
        variant="ghost"
        className="me-auto max-sm:order-last max-sm:w-full"
        to="/monitoring"
        icon={MonitorPlay}
      >
        {t("monitorTests")}
      </ButtonLink>
      <ButtonLink variant="secondary" to="/admin/create-test" icon={Plus}>
        {t("createTest")}
      </ButtonLink>
      <ButtonLink
        variant={hasTests ? "primary" : "secondary"}
        to="/admin?tab=invites&send=1"
        icon={Send}
        turns
      >
        {t("sendInvite")}
      </ButtonLink>
    </nav>
  );
}

/** The four counts. */
function Numbers({ data, inOneRow = false }: { data: Figures | undefined; inOneRow?: boolean }) {
  return (
    <ul aria-label={t("numbers")} className={clsx("grid grid-cols-2 gap-3", inOneRow && "lg:grid-cols-4")}>
      {stats(data).map(({ label, value, tone, icon, to }) => (
        <li key={label}>
          <Link
            to={to}
            className="relative flex h-full flex-col justify-between rounded-card border border-line bg-surface px-5 py-4 transition-colors hover:border-line-strong hover:bg-subtle/60"
          >
            <span className="flex items-center justify-between gap-2">
              <span className="text-muted text-sm">{label}</span>
              <span
                className={`toned tone-${tone} grid size-8 shrink-0 place-items-center rounded-control max-sm:absolute max-sm:end-5 max-sm:bottom-4`}
              >
                {icon}
              </span>
            </span>
            <span className="mt-1 block font-semibold text-2xl tabular-nums">
              {value ?? <Skeleton className="my-1 h-7 w-14" />}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

export function Overview() {
  const { data, error, refetch, isFetching } = useOverview();
  const first = useFirstSteps(data);
  useFailureToast(error && !data, t("dashboardFailed"));
  if (error && !data) {
    return <QueryError title={t("numbersNotLoaded")} {...{ error, refetch, isFetching }} />;
  }
  return (
    <div className="space-y-5">
      <QuickActions hasTests={data?.total_tests !== 0} />
      {first.steps && <FirstSteps steps={first.steps} onHide={first.hide} />}
      {data?.total_tests === 0 && data.invites_sent === 0 ? (
        // There is nothing yet that would fill a column beside these.
        <>
          <NeedsYou overview={data} listed={first.steps} />
          <Numbers inOneRow data={data} />
          <RecentActivity activity={data.activity} />
        </>
      ) : (
        <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
          <div className="min-w-0 space-y-5">
            <NeedsYou overview={data} listed={first.steps} />
            <Funnels />
          </div>
          <div className="min-w-0 space-y-5">
            <Numbers data={data} />
            {(data?.invites_sent ?? 0) > 0 && <DailyFigures />}
            <RecentActivity activity={data?.activity} />
          </div>
        </div>
      )}
    </div>
  );
}
