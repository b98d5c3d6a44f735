import { BarChart3, CircleCheck, CircleDot, FileText, MonitorPlay, Plus, Send } from "lucide-react";
import type { ReactNode } from "react";
import { useNavigate } from "react-router-dom";
import { errorText } from "@/api/client";
import type { Overview as Numbers } from "@/api/types";
import { ErrorState } from "@/ui/ErrorState";
import { Skeleton } from "@/ui/Skeleton";
import { useFailureToast } from "@/ui/useFailureToast";
import { useOverview } from "../queries";
import { RecentActivity } from "./RecentActivity";

interface Stat {
  label: string;
  value: number | undefined;
  tone: string;
  icon: ReactNode;
}

function stats(data: Numbers | undefined): Stat[] {
  const icon = "size-4.5";
  return [
    {
      label: "Total Tests",
      value: data?.total_tests,
      tone: "neutral",
      icon: <FileText aria-hidden="true" className={icon} />,
    },
    {
      label: "Invites Sent",
      value: data?.invites_sent,
      tone: "blue",
      icon: <Send aria-hidden="true" className={icon} />,
    },
    {
      label: "Completed Tests",
      value: data?.completed_tests,
      tone: "green",
      icon: <CircleCheck aria-hidden="true" className={icon} />,
    },
    {
      label: "In Progress",
      value: data?.in_progress,
      tone: "amber",
      icon: <CircleDot aria-hidden="true" className={icon} />,
    },
  ];
}

function QuickActions() {
  const navigate = useNavigate();
  const actions = [
    { label: "Create Test", text: "Write questions", to: "/admin/create-test", Icon: Plus },
    { label: "Send Invite", text: "Mail a link", to: "/admin?tab=invites&send=1", Icon: Send },
    { label: "View Results", text: "Scores and answers", to: "/admin?tab=results", Icon: BarChart3 },
    { label: "Monitor Tests", text: "Who is testing now", to: "/monitoring", Icon: MonitorPlay },
  ];
  return (
    <section aria-labelledby="quick-actions">
      <h2 id="quick-actions" className="mb-3 font-semibold text-base">
        Quick actions
      </h2>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {actions.map(({ label, text, to, Icon }) => (
          <button
            key={label}
            type="button"
            onClick={() => navigate(to)}
            className="flex items-center gap-3 rounded-card border border-line bg-surface px-4 py-3.5 text-left transition-colors hover:border-line-strong hover:bg-subtle/60"
          >
            <Icon aria-hidden="true" className="size-5 shrink-0 text-primary" />
            <span className="min-w-0">
              <span className="block font-medium text-sm">{label}</span>
              <span className="block text-muted text-xs max-sm:hidden">{text}</span>
            </span>
          </button>
        ))}
      </div>
    </section>
  );
}

export function Overview() {
  const { data, error, refetch, isFetching } = useOverview();
  useFailureToast(error && !data, "Failed to load dashboard data");
  if (error && !data) {
    return (
      <ErrorState
        title="The numbers could not be loaded"
        detail={errorText(error)}
        onRetry={() => void refetch()}
        busy={isFetching}
      />
    );
  }
  return (
    <div className="space-y-7">
      <ul aria-label="Numbers" className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {stats(data).map(({ label, value, tone, icon }) => (
          <li key={label} className="rounded-card border border-line bg-surface px-5 py-4">
            <div className="flex items-center justify-between gap-2">
              <span className="text-muted text-sm">{label}</span>
              <span className={`toned tone-${tone} grid size-8 place-items-center rounded-control`}>
                {icon}
              </span>
            </div>
            <p className="mt-1 font-semibold text-2xl tabular-nums">
              {value ?? <Skeleton className="my-1 h-7 w-14" />}
            </p>
          </li>
        ))}
      </ul>
      <QuickActions />
      <RecentActivity invites={data?.recent_invites} />
    </div>
  );
}
