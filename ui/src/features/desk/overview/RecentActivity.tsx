import { CalendarCheck, CircleCheck, CircleDot, Inbox, MailX, Send } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import type { Activity } from "@/api/types";
import { localDay } from "@/lib/days";
import { formatDate, formatTime } from "@/lib/format";
import type { Tone } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { EmptyState } from "@/ui/EmptyState";
import { SkeletonList } from "@/ui/Skeleton";
import { t } from "./texts";

/** Invites that the server reads: a longer row of them may be longer than its count. */
const MAX_READ = 100;

const LOOKS: Record<Activity["kind"], { tone: Tone; Icon: typeof Send }> = {
  invited: { tone: "blue", Icon: Send },
  scheduled: { tone: "violet", Icon: CalendarCheck },
  started: { tone: "amber", Icon: CircleDot },
  submitted: { tone: "green", Icon: CircleCheck },
  mail_failed: { tone: "red", Icon: MailX },
};

/** The time of today, or the day. */
function when(at: string): string {
  return localDay(new Date(at)) === localDay(new Date()) ? formatTime(at) : formatDate(at);
}

function words({ kind, count, applicant_name, test_title }: Activity): ReactNode {
  const name = <bdi className="font-medium">{applicant_name}</bdi>;
  const test = <bdi>{test_title}</bdi>;
  switch (kind) {
    case "invited":
      if (count === 1) return t.rich("personInvited", { name, test });
      return t.rich("peopleInvited", {
        count: count >= MAX_READ ? `${count}+` : String(count),
        test,
        b: (inside) => <span className="font-medium">{inside}</span>,
      });
    case "scheduled":
      return t.rich("choseDate", { name, test });
    case "started":
      return t.rich("personStarted", { name, test });
    case "submitted":
      return t.rich("personFinished", { name, test });
    case "mail_failed":
      return t.rich("notEmailed", { name, test });
  }
}

function target({ kind, submission_id, invite_id }: Activity): string {
  // A test that has ended is not watched any more.
  if ((kind === "submitted" || kind === "started") && submission_id)
    return `/admin?tab=results&result=${encodeURIComponent(submission_id)}`;
  if (kind === "started") return `/monitor/${encodeURIComponent(invite_id)}`;
  if (kind === "mail_failed") return "/admin?tab=invites&date=all&status=mail_failed";
  return "/admin?tab=invites&date=all";
}

/** Invitations, starts, submissions and failed mails, newest first. */
export function RecentActivity({ activity }: { activity: Activity[] | undefined }) {
  return (
    <Card title={t("recentActivity")} flush>
      {!activity && <SkeletonList rows={5} label={t("loadingActivity")} />}
      {activity?.length === 0 && <EmptyState icon={<Inbox />} title={t("noInvitesYet")} />}
      {activity && activity.length > 0 && (
        <ul className="divide-y divide-line">
          {activity.map((entry) => {
            const { tone, Icon } = LOOKS[entry.kind];
            return (
              <li key={`${entry.kind} ${entry.at} ${entry.invite_id}`}>
                <Link
                  to={target(entry)}
                  className="flex items-start gap-3 px-5 py-3 text-sm outline-offset-[-2px] transition-colors hover:bg-subtle"
                >
                  <span
                    className={`toned tone-${tone} mt-0.5 grid size-6 shrink-0 place-items-center rounded-control`}
                  >
                    <Icon aria-hidden="true" className="size-3.5" />
                  </span>
                  <span className="min-w-0 flex-1 break-words">{words(entry)}</span>
                  <time
                    dateTime={entry.at}
                    className="shrink-0 text-end text-muted text-xs leading-5 tabular-nums"
                  >
                    {when(entry.at)}
                  </time>
                </Link>
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}
