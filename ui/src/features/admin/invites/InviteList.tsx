import type { Invite } from "@/api/types";
import { formatDate, formatTime, plural } from "@/lib/format";
import { Person } from "@/ui/Person";
import { InviteBadge } from "@/ui/StatusBadge";
import { type Column, Table } from "@/ui/Table";
import { EmailState } from "./EmailState";
import { InviteActions } from "./InviteActions";

function Status({ invite }: { invite: Invite }) {
  return (
    <>
      <InviteBadge status={invite.status} />
      {invite.revoked_at && (
        <p className="mt-1 text-muted text-xs">Revoked {formatDate(invite.revoked_at)}</p>
      )}
    </>
  );
}

/** Date over time, so that the column stays narrow. */
function Scheduled({ invite }: { invite: Invite }) {
  if (invite.scheduled_date) {
    return (
      <time dateTime={invite.scheduled_date} className="whitespace-nowrap">
        {formatDate(invite.scheduled_date)}
        <span className="block text-muted text-xs">{formatTime(invite.scheduled_date)}</span>
      </time>
    );
  }
  const words = invite.no_schedule
    ? "Any time"
    : invite.status === "sent"
      ? "Not chosen yet"
      : "Not scheduled";
  return <span className="whitespace-nowrap text-muted">{words}</span>;
}

/** The accommodation. */
function ExtraTime({ invite }: { invite: Invite }) {
  if (!invite.extra_minutes) return null;
  const share = invite.extra_percent ? ` (${invite.extra_percent} %)` : "";
  return (
    <span className="block text-muted text-xs tabular-nums">
      {plural(invite.extra_minutes, "extra minute")}
      {share}
    </span>
  );
}

const COLUMNS: Column<Invite>[] = [
  {
    key: "applicant",
    header: "Applicant",
    cell: (invite) => <Person name={invite.applicant_name} email={invite.applicant_email} className="w-48" />,
  },
  {
    key: "test",
    header: "Test",
    cell: (invite) => (
      <div className="w-36">
        <p className="line-clamp-2">
          <bdi>{invite.test_title}</bdi>
        </p>
        <ExtraTime invite={invite} />
      </div>
    ),
  },
  { key: "status", header: "Status", cell: (invite) => <Status invite={invite} /> },
  {
    key: "invited",
    header: "Invited",
    className: "whitespace-nowrap tabular-nums text-ink-2 max-xl:hidden",
    cell: (invite) => formatDate(invite.created_at),
  },
  {
    key: "scheduled",
    header: "Scheduled",
    className: "text-ink-2 tabular-nums",
    cell: (invite) => <Scheduled invite={invite} />,
  },
  { key: "email", header: "E-mail", cell: (invite) => <EmailState invite={invite} /> },
  {
    key: "actions",
    header: <span className="sr-only">Actions</span>,
    align: "right",
    cell: (invite) => <InviteActions invite={invite} />,
  },
];

function InviteCard({ invite }: { invite: Invite }) {
  return (
    <div className="space-y-3">
      <div className="flex items-start justify-between gap-3">
        <Person name={invite.applicant_name} email={invite.applicant_email} />
        <div className="shrink-0 text-right">
          <Status invite={invite} />
        </div>
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-xs">
        <dt className="text-muted">Test</dt>
        <dd className="min-w-0">
          <bdi>{invite.test_title}</bdi>
          <ExtraTime invite={invite} />
        </dd>
        <dt className="text-muted">Invited</dt>
        <dd>{formatDate(invite.created_at)}</dd>
        <dt className="text-muted">Scheduled</dt>
        <dd>
          <Scheduled invite={invite} />
        </dd>
      </dl>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <EmailState invite={invite} />
        <InviteActions invite={invite} />
      </div>
    </div>
  );
}

export function InviteList({ invites }: { invites: Invite[] }) {
  return (
    <Table
      caption="Invitations"
      columns={COLUMNS}
      rows={invites}
      rowKey={(invite) => invite.id}
      card={(invite) => <InviteCard invite={invite} />}
    />
  );
}
