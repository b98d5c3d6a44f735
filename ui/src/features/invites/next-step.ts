import type { Invite } from "@/api/types";
import { outcomeOf } from "@/features/staff-shared/email-labels";
import { dates } from "@/i18n/format";
import { formatDateTime, formatTime } from "@/lib/format";
import { t } from "./list-texts";

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
      return { text: t("stepFailed") };
    case "waits":
      return { text: t("stepWaits") };
    case "unconfirmed":
      return { text: t("stepUnconfirmed") };
  }
  const at = invite.scheduled_date;
  if (at && new Date(at) > now) return { text: t("stepScheduled", { when: soon(at, now) }) };
  if (invite.opens_at && new Date(invite.opens_at) > now)
    return { text: t("stepOpens", { when: soon(invite.opens_at, now) }) };
  const when = soon(invite.expires_at, now);
  const choosing = !at && !invite.no_schedule && !invite.admin_scheduled;
  const text = t(choosing ? "stepSlot" : "stepStart", { when });
  if (invite.reminders_stopped_at) return { text: t("noReminders", { text }) };
  return { text, action: "remind" };
}

/** One that closed can open again; a revoked link cannot. */
function ended(invite: Invite, now: Date): NextStep {
  if (!invite.revoked_at)
    return { text: t("stepClosed", { when: soon(invite.expires_at, now) }), action: "extend" };
  // The address is hidden while a test is anonymous.
  return invite.applicant_email ? { text: t("stepRevoked"), action: "again" } : { text: t("stepRevoked") };
}

export function nextStep(invite: Invite, now: Date): NextStep {
  switch (invite.status) {
    case "sent":
    case "scheduled":
      return waiting(invite, now);
    case "in_progress":
      return { text: t("stepTaking"), action: "monitor" };
    case "completed":
      return { text: t("done"), action: "result" };
    case "expired":
      return ended(invite, now);
  }
}
