import type { ActionResult, Invite, InviteAction } from "@/api/types";
import { serverWords } from "@/lib/server-words";
import { t } from "../form-texts";

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

/** Says what will happen, with the number of mails. `exact` is false for rows that the page has not loaded. */
export function effect(action: InviteAction, selected: number, applicable: number, exact: boolean): string {
  if (applicable === 0) return t(`${action}None`);
  const sentences =
    action === "revoke"
      ? [t(exact ? "linksStop" : "linksStopUpTo", { count: applicable })]
      : [t(`${action}${exact ? "Mails" : "UpTo"}`, { count: applicable })];
  if (action === "extend") sentences.unshift(t("closeNew", { count: selected }));
  const left = exact ? selected - applicable : 0;
  if (left > 0) sentences.push(t("restStays", { count: left }));
  return sentences.join(" ");
}

/** Results in words: what was done, and each reason why something was not, with its number. */
export function summary(action: InviteAction, results: ActionResult[]): { done: string; reasons: string[] } {
  const reasons = new Map<string, number>();
  for (const { outcome, detail } of results)
    if (outcome !== "done" && detail)
      reasons.set(serverWords(detail), (reasons.get(serverWords(detail)) ?? 0) + 1);
  return {
    done: t(`${action}Done`, { count: results.filter(({ outcome }) => outcome === "done").length }),
    reasons: [...reasons].map(([reason, count]) => `${count}: ${reason}`),
  };
}
