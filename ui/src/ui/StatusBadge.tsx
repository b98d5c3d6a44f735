import { Circle, CircleCheck, CircleDot, Clock, Hourglass, PenLine, Send, Sparkles } from "lucide-react";
import type { InviteStatus, ScoringStatus } from "@/api/types";
import { plural } from "@/lib/format";
import { Badge, type Tone } from "./Badge";

interface Look {
  label: string;
  tone: Tone;
  Icon: typeof Send;
}

const SENT: Look = { label: "Sent", tone: "blue", Icon: Send };

const INVITE_LOOKS: Record<InviteStatus, Look> = {
  sent: SENT,
  scheduled: { label: "Scheduled", tone: "violet", Icon: Clock },
  in_progress: { label: "In Progress", tone: "amber", Icon: CircleDot },
  completed: { label: "Completed", tone: "green", Icon: CircleCheck },
  expired: { label: "Expired", tone: "grey", Icon: Hourglass },
};

/** An invite's status; an unknown one shows as sent (docs/behaviour/invites.md#invites). */
export function InviteBadge({ status }: { status: InviteStatus }) {
  const { label, tone, Icon } = INVITE_LOOKS[status] ?? SENT;
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" className="size-3" />}>
      {label}
    </Badge>
  );
}

const SCORING_LOOKS: Record<ScoringStatus, Look> = {
  auto_only: { label: "Auto-scored", tone: "blue", Icon: Sparkles },
  needs_review: { label: "Needs Review", tone: "amber", Icon: PenLine },
  partially_reviewed: { label: "Partial Review", tone: "violet", Icon: Circle },
  fully_reviewed: { label: "Fully Reviewed", tone: "green", Icon: CircleCheck },
};

/** Answers that arrived after the end, and wait for a decision. */
export function LateBadge({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Badge tone="amber" icon={<Clock aria-hidden="true" className="size-3" />}>
      {plural(count, "late answer")}
    </Badge>
  );
}

/** Scoring status of a submission (docs/behaviour/results.md#scoring-and-review). */
export function ScoringBadge({ status }: { status: ScoringStatus }) {
  const { label, tone, Icon } = SCORING_LOOKS[status];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" className="size-3" />}>
      {label}
    </Badge>
  );
}
