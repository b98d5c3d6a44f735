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
            <li key={invite.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
              <Person
                name={invite.applicant_name}
                email={invite.applicant_email}
                className="min-w-44 flex-1"
              />
              <span className="min-w-0 flex-1 truncate text-ink-2 text-sm max-md:hidden">
                <bdi>{invite.test_title}</bdi>
              </span>
              <InviteBadge status={invite.status} />
              <time dateTime={invite.created_at} className="w-24 text-right text-muted text-xs tabular-nums">
                {formatDate(invite.created_at)}
              </time>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
