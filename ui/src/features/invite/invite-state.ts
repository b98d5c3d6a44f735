import type { PublicInvite } from "@/api/types";

export type View = "details" | "schedule" | "confirmed";

/** True when the candidate chooses the time (self-schedule). */
export const choosesTime = (invite: PublicInvite) => !invite.admin_scheduled && !invite.no_schedule;

/** A chosen or fixed time opens the confirmed view directly (docs/behaviour.md#invites). */
export function firstView(invite: PublicInvite): View {
  if (invite.status === "scheduled") return "confirmed";
  return invite.admin_scheduled && invite.scheduled_date ? "confirmed" : "details";
}

/** Whether the test can be opened: now, from an instant on, or not before a time is chosen. */
export type Access = { state: "open" } | { state: "later"; opens_at: string } | { state: "unscheduled" };

export function access(invite: PublicInvite, now: Date): Access {
  if (invite.status === "in_progress") return { state: "open" };
  if (choosesTime(invite) && !invite.scheduled_date) return { state: "unscheduled" };
  if (invite.opens_at && new Date(invite.opens_at) > now)
    return { state: "later", opens_at: invite.opens_at };
  return { state: "open" };
}

/** A time chosen by the candidate can be changed until it begins. */
export const canReschedule = (invite: PublicInvite, now: Date) =>
  choosesTime(invite) &&
  invite.status === "scheduled" &&
  !!invite.scheduled_date &&
  new Date(invite.scheduled_date) > now;

/** Default lifetime in days of a link without a time (docs/behaviour.md#invites). */
const LINK_DAYS = 14;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The end of the offered slots. Once a time is set, the invite ends a day after it, which does not
 * limit a change of the time: the link's lifetime is then offered, and the server decides.
 */
export function latestSlot(invite: PublicInvite): Date {
  const end = Date.parse(invite.expires_at);
  const link = Date.parse(invite.created_at) + LINK_DAYS * DAY_MS;
  return new Date(invite.scheduled_date ? Math.max(end, link) : end);
}
