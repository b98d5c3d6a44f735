import type { MyInvite } from "@/api/types";
import { notOpenWords } from "@/lib/format";
import type { Tone } from "@/ui/Badge";

export interface StatusLabel {
  text: string;
  tone: Tone;
}

/** Status label of an invite; a sent one depends on its scheduling mode (docs/behaviour/invites.md#invites). */
export function statusLabel(
  invite: Pick<MyInvite, "status" | "no_schedule" | "admin_scheduled" | "scheduled_date">,
) {
  const label = (text: string, tone: Tone): StatusLabel => ({ text, tone });
  switch (invite.status) {
    case "scheduled":
      return label("Scheduled", "violet");
    case "in_progress":
      return label("In Progress", "amber");
    case "completed":
      return label("Completed", "green");
    case "expired":
      return label("Expired", "grey");
    default:
      if (invite.admin_scheduled && invite.scheduled_date) return label("Scheduled", "violet");
      return invite.no_schedule ? label("Available", "blue") : label("Ready", "blue");
  }
}

const UPCOMING = new Set(["sent", "scheduled", "in_progress"]);
export const isUpcoming = (invite: MyInvite) => UPCOMING.has(invite.status);

/** True when the next step is to choose a time, not to start. */
export const needsSlot = (invite: MyInvite) =>
  invite.status === "sent" && !invite.no_schedule && !invite.admin_scheduled && !invite.scheduled_date;

/** The reason of the start-order rule (docs/behaviour/invites.md#start-order). */
const ORDER_REASON = "Complete your oldest test first";

/** Text why 'Take Test' is blocked (docs/behaviour/calls.md#error-texts); undefined when it is not. */
export function blockedWords(invite: MyInvite): string | undefined {
  if (!invite.token) return "Test token not available. Please contact administrator.";
  if (invite.startable || invite.status === "in_progress") return undefined;
  if (invite.blocked_code === "not_open_yet" && invite.opens_at) return notOpenWords(invite.opens_at);
  const reason = (invite.blocked_reason ?? ORDER_REASON).replace(/\.$/, "");
  return reason === ORDER_REASON ? `${reason}. Please complete your tests in order.` : `${reason}.`;
}

/** Minutes; the card falls back to 90 when the duration is unknown (docs/behaviour/calls.md#limits-and-constants). */
export const durationOf = (invite: MyInvite) =>
  (invite.test?.duration_minutes || 90) + (invite.extra_minutes ?? 0);
