import { Circle, CircleCheck, CircleDot, Clock, Hourglass, PenLine, Send, Sparkles } from "lucide-react";
import type { InviteStatus, ScoringStatus } from "@/api/types";
import type { status } from "@/i18n/staff/en/status";
import type { PlainKey } from "@/i18n/typed";
import { Badge, type Tone } from "./Badge";
import { t } from "./status-texts";

interface Look {
  label: PlainKey<typeof status>;
  tone: Tone;
  Icon: typeof Send;
}

const SENT: Look = { label: "sent", tone: "blue", Icon: Send };

const INVITE_LOOKS: Record<InviteStatus, Look> = {
  sent: SENT,
  scheduled: { label: "scheduled", tone: "violet", Icon: Clock },
  in_progress: { label: "inProgress", tone: "amber", Icon: CircleDot },
  completed: { label: "completed", tone: "green", Icon: CircleCheck },
  expired: { label: "expired", tone: "grey", Icon: Hourglass },
};

/** An invite's status; an unknown one shows as sent (docs/behaviour/invites.md#invites). */
export function InviteBadge({ status: state, quiet = false }: { status: InviteStatus; quiet?: boolean }) {
  const { label, tone, Icon } = INVITE_LOOKS[state] ?? SENT;
  return (
    <Badge tone={quiet ? "grey" : tone} icon={<Icon aria-hidden="true" className="size-3" />}>
      {t(label)}
    </Badge>
  );
}

/** Colour is for what waits: most rows of a list are scored. */
const SCORING_LOOKS: Record<ScoringStatus, Look> = {
  auto_only: { label: "autoScored", tone: "grey", Icon: Sparkles },
  needs_review: { label: "needsReview", tone: "amber", Icon: PenLine },
  partially_reviewed: { label: "partialReview", tone: "violet", Icon: Circle },
  fully_reviewed: { label: "fullyReviewed", tone: "grey", Icon: CircleCheck },
};

export const scoringLabel = (status: ScoringStatus) => t(SCORING_LOOKS[status].label);

/** Answers that arrived after the end, and wait for a decision. */
export function LateBadge({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Badge tone="amber" icon={<Clock aria-hidden="true" className="size-3" />}>
      {t("lateAnswers", { count })}
    </Badge>
  );
}

/** Scoring status of a submission (docs/behaviour/results.md#scoring-and-review). */
export function ScoringBadge({ status: state }: { status: ScoringStatus }) {
  const { label, tone, Icon } = SCORING_LOOKS[state];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" className="size-3" />}>
      {t(label)}
    </Badge>
  );
}
