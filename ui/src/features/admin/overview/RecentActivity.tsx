import { Inbox } from "lucide-react";
import type { Invite } from "@/api/types";
import { formatDate } from "@/lib/format";
import { Card } from "@/ui/Card";
import { EmptyState } from "@/ui/EmptyState";
import { Person } from "@/ui/Person";
import { SkeletonList } from "@/ui/Skeleton";
import { InviteBadge } from "@/ui/StatusBadge";

const SHOWN = 5;

export function RecentActivity({ invites }: { invites: Invite[] | undefined }) {
  return (
    <Card title="Recent Activity" flush>
      {!invites && <SkeletonList rows={SHOWN} label="Loading recent activity" />}
      {invites?.length === 0 && (
        <EmptyState icon={<Inbox />} title="No invites sent yet. Create a test and send your first invite!" />
      )}
      {invites && invites.length > 0 && (
        <ul className="divide-y divide-line">
          {invites.slice(0, SHOWN).map((invite) => (
            <li
              key={invite.id}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-5 py-3 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_8rem_6rem]"
            >
              <Person name={invite.applicant_name} email={invite.applicant_email} />
              <span className="min-w-0 truncate text-ink-2 text-sm max-md:hidden">
                <bdi>{invite.test_title}</bdi>
              </span>
              <span className="max-md:justify-self-end">
                <InviteBadge status={invite.status} />
              </span>
              <time
                dateTime={invite.created_at}
                className="text-right text-muted text-xs tabular-nums max-md:col-start-2"
              >
                {formatDate(invite.created_at)}
              </time>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
