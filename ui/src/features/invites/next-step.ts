import type { Invite } from "@/api/types";
import { outcomeOf } from "@/features/staff-shared/email-labels";
import { dates } from "@/i18n/format";
import { formatDateTime, formatTime } from "@/lib/format";

/** The next step of an invitation, and the action that takes it there. */
export interface NextStep {
  text: string;
  action?: "remind" | "monitor" | "result" | "extend" | "again";
}

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** "Tue 10:00" within a week, else with the date. */
function soon(instant: string, now: Date): string {
  const at = new Date(instant);
  const near = Math.abs(at.getTime() - now.getTime()) < WEEK_MS;
  return near ? `${dates({ weekday: "short" }).format(at)} ${formatTime(instant)}` : formatDateTime(instant);
}

function waiting(invite: Invite, now: Date): NextStep {
  switch (outcomeOf(invite)) {
    case "failed":
      return { text: "Email failed: retry, or send the link yourself" };
    case "waits":
      return { text: "The email waits and is tried again. If it is urgent, send the link yourself" };
    case "unconfirmed":
      return { text: "The email may have arrived, and is sent again later" };
  }
  const at = invite.scheduled_date;
  if (at && new Date(at) > now) return { text: `Scheduled for ${soon(at, now)}` };
  if (invite.opens_at && new Date(invite.opens_at) > now)
    return { text: `Opens ${soon(invite.opens_at, now)}` };
  const until = `until ${soon(invite.expires_at, now)}`;
  const choosing = !at && !invite.no_schedule && !invite.admin_scheduled;
  const text = choosing
    ? `Waiting for the candidate to pick a slot ${until}`
    : `Waiting for the candidate to start ${until}`;
  if (invite.reminders_stopped_at) return { text: `${text}; wants no reminders` };
  return { text, action: "remind" };
}

/** One that closed can open again; a revoked link cannot. */
function ended(invite: Invite, now: Date): NextStep {
  if (!invite.revoked_at) return { text: `Closed ${soon(invite.expires_at, now)}`, action: "extend" };
  // The address is hidden while a test is anonymous.
  return invite.applicant_email ? { text: "Revoked", action: "again" } : { text: "Revoked" };
}

export function nextStep(invite: Invite, now: Date): NextStep {
  switch (invite.status) {
    case "sent":
    case "scheduled":
      return waiting(invite, now);
    case "in_progress":
      return { text: "Taking the test now", action: "monitor" };
    case "completed":
      return { text: "Done", action: "result" };
    case "expired":
      return ended(invite, now);
  }
}
