import type { PublicInvite } from "@/api/types";

export type View = "details" | "schedule" | "confirmed";

/** True when the candidate chooses the time (self-schedule). */
export const choosesTime = (invite: PublicInvite) => !invite.admin_scheduled && !invite.no_schedule;

/** A chosen or fixed time opens the confirmed view directly (docs/behaviour/invites.md#invites). */
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

/** The end of the offered slots, also when the chosen one is changed. */
export const latestSlot = (invite: PublicInvite) => new Date(invite.expires_at);

/** The earliest slot: now, or the opening of the window. */
export function earliestSlot(invite: PublicInvite, now: Date): Date {
  const from = invite.slots_from ? new Date(invite.slots_from) : now;
  return from > now ? from : now;
}
