import { Clock, MonitorSmartphone, OctagonX, VideoOff } from "lucide-react";
import { useState } from "react";
import type { Invite } from "@/api/types";
import { durationWords, formatDateTime } from "@/lib/format";
import { Button } from "@/ui/Button";
import { Person } from "@/ui/Person";
import { InviteBadge } from "@/ui/StatusBadge";
import { ActionDialog, type ActionKind } from "./ActionDialog";
import { TimeLeft } from "./TimeLeft";
import { isReady } from "./useMonitorable";

const ACTIONS: { kind: ActionKind; label: string; Icon: typeof Clock }[] = [
  { kind: "add-time", label: "Add time", Icon: Clock },
  { kind: "release", label: "Allow resume on another device", Icon: MonitorSmartphone },
  { kind: "end", label: "End test", Icon: OctagonX },
];

/** One candidate: who, what, how long yet, and what may be done about it. */
export function InvitePane({ invite }: { invite: Invite }) {
  const [action, setAction] = useState<ActionKind | null>(null);
  const facts = [
    ["Test", invite.test_title],
    ["Duration", durationWords(invite.test.duration_minutes, invite.extra_minutes)],
    ["Scheduled", formatDateTime(invite.scheduled_date) || "Not scheduled"],
    ["Started", formatDateTime(invite.started_at) || "Not started"],
    ["Ends", formatDateTime(invite.deadline) || "When it has started, after its duration"],
  ];
  return (
    <div className="rounded-card border border-line bg-surface">
      <div className="flex flex-wrap items-center justify-between gap-3 px-5 py-4">
        <Person name={invite.applicant_name} email={invite.applicant_email} />
        <div className="flex items-center gap-4">
          {isReady(invite) && invite.deadline && (
            <p className="text-sm">
              <span className="mr-2 text-muted">Time left</span>
              <TimeLeft deadline={invite.deadline} />
            </p>
          )}
          <InviteBadge status={invite.status} />
        </div>
      </div>
      <p className="flex items-center gap-2.5 border-line border-y bg-subtle px-5 py-3 text-ink-2 text-sm">
        <VideoOff aria-hidden="true" className="size-4 shrink-0" />
        Live video is not available in this version.
      </p>
      {invite.resume_requested_at && invite.attempt_id && (
        <div
          role="status"
          className="toned tone-violet flex flex-wrap items-center justify-between gap-3 border-line border-b px-5 py-3 text-sm"
        >
          <p>
            <strong className="font-semibold">The candidate asks to continue on another device.</strong> Asked{" "}
            {formatDateTime(invite.resume_requested_at)}.
          </p>
          <Button size="sm" onClick={() => setAction("release")}>
            Allow resume
          </Button>
        </div>
      )}
      <dl className="grid grid-cols-[7rem_1fr] gap-x-4 gap-y-2 px-5 py-4 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 tabular-nums">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {isReady(invite) && invite.attempt_id && (
        <div className="flex flex-wrap gap-2 border-line border-t px-5 py-4">
          {ACTIONS.map(({ kind, label, Icon }) => (
            <Button
              key={kind}
              variant={kind === "end" ? "danger" : "secondary"}
              icon={<Icon aria-hidden="true" className="size-4" />}
              onClick={() => setAction(kind)}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
      {action && invite.attempt_id && (
        <ActionDialog
          kind={action}
          invite={invite}
          attemptId={invite.attempt_id}
          onClose={() => setAction(null)}
        />
      )}
    </div>
  );
}
