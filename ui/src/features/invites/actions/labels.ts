import type { ActionResult, Invite, InviteAction } from "@/api/types";
import { plural } from "@/lib/format";

/** Invitations that an action may change at once, as on the server. */
export const ACTION_MAX = 1000;

const isWaiting = ({ status }: Invite) => status === "sent" || status === "scheduled";

/** Whether the action applies to an invitation, as far as the page knows. */
export function applies(action: InviteAction, invite: Invite): boolean {
  switch (action) {
    case "remind":
      return isWaiting(invite) && !invite.reminders_stopped_at;
    case "resend":
      return isWaiting(invite) || invite.status === "in_progress";
    case "extend":
      return isWaiting(invite) || (invite.status === "expired" && !invite.revoked_at);
    case "revoke":
      return isWaiting(invite);
  }
}

const NONE: Record<InviteAction, string> = {
  remind: "None of the selected people can be reminded: all have started, or their invitations have ended.",
  extend: "None of the selected invitations can get another end: all have started, or were revoked.",
  resend: "None of the selected invitations can be sent again: all have ended.",
  revoke: "None of the selected invitations can be revoked: all have started, or have ended.",
};

/** Says what will happen, with the number of mails. `exact` is false for rows that the page has not loaded. */
export function effect(action: InviteAction, selected: number, applicable: number, exact: boolean): string {
  if (applicable === 0) return NONE[action];
  const upTo = exact ? "" : "up to ";
  const mails = `${exact && applicable === 1 ? "One email is" : `${exact ? applicable : `Up to ${applicable}`} emails are`} sent`;
  const left = exact ? selected - applicable : 0;
  const rest =
    left > 1 ? ` The other ${left} stay as they are.` : left === 1 ? " The other one stays as it is." : "";
  switch (action) {
    case "remind":
      return `${mails}, to those who have not started.${rest}`;
    case "resend":
      return `${mails}, with the same links.${rest}`;
    case "extend":
      return `${selected === 1 ? "The invitation closes" : "The invitations close"} at the new time. ${mails} with the new end date.${rest}`;
    case "revoke":
      return `The ${applicable === 1 ? "link stops" : `links of ${upTo}${applicable} people stop`} working at once. No email is sent.${rest}`;
  }
}

const DONE: Record<InviteAction, (count: number) => string> = {
  remind: (count) => `${plural(count, "reminder")} queued`,
  extend: (count) => `${plural(count, "end date")} moved`,
  resend: (count) => `${plural(count, "invitation")} queued again`,
  revoke: (count) => `${plural(count, "invitation")} revoked`,
};

/** Results in words: what was done, and each reason why something was not, with its number. */
export function summary(action: InviteAction, results: ActionResult[]): { done: string; reasons: string[] } {
  const reasons = new Map<string, number>();
  for (const { outcome, detail } of results)
    if (outcome !== "done" && detail) reasons.set(detail, (reasons.get(detail) ?? 0) + 1);
  return {
    done: DONE[action](results.filter(({ outcome }) => outcome === "done").length),
    reasons: [...reasons].map(([reason, count]) => `${count}: ${reason}`),
  };
}
