import type { MyInvite } from "@/api/types";
import { languageTag, translated } from "@/i18n";
import { notOpenWords } from "@/lib/format";
import type { Tone } from "@/ui/Badge";
import { t } from "./texts";

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
      return label(t("scheduled"), "violet");
    case "in_progress":
      return label(t("inProgress"), "amber");
    case "completed":
      return label(t("completed"), "green");
    case "expired":
      return label(t("expired"), "grey");
    default:
      if (invite.admin_scheduled && invite.scheduled_date) return label(t("scheduled"), "violet");
      return invite.no_schedule ? label(t("available"), "blue") : label(t("ready"), "blue");
  }
}

const UPCOMING = new Set(["sent", "scheduled", "in_progress"]);
export const isUpcoming = (invite: MyInvite) => UPCOMING.has(invite.status);

/** The entry that the page of the invite asks for before the start: a time, or the name of a person invited by address alone. */
export function nextStep(invite: MyInvite): "chooseTime" | "enterName" | undefined {
  const lacksTime = !invite.no_schedule && !invite.admin_scheduled && !invite.scheduled_date;
  if (invite.status === "sent" && lacksTime) return "chooseTime";
  return invite.blocked_code === "name_needed" ? "enterName" : undefined;
}

/** The reason of the start-order rule (docs/behaviour/invites.md#start-order). */
const ORDER_REASON = "Complete your oldest test first";

/** Text why 'Take Test' is blocked (docs/behaviour/calls.md#error-texts); undefined when it is not. */
export function blockedWords(invite: MyInvite): string | undefined {
  if (!invite.token) return t("noLink");
  if (invite.startable || invite.status === "in_progress") return undefined;
  if (invite.blocked_code === "not_open_yet" && invite.opens_at) return notOpenWords(invite.opens_at);
  if (languageTag() !== "en") {
    const { blocked_code } = invite;
    return blocked_code === "order_blocked"
      ? t("oldestFirst")
      : (translated("refusals", blocked_code ?? "") ?? t("oldestFirst"));
  }
  const reason = (invite.blocked_reason ?? ORDER_REASON).replace(/\.$/, "");
  return reason === ORDER_REASON ? t("oldestFirst") : `${reason}.`;
}

/** Minutes; the card falls back to 90 when the duration is unknown (docs/behaviour/calls.md#limits-and-constants). */
export const durationOf = (invite: MyInvite) =>
  (invite.test?.duration_minutes || 90) + (invite.extra_minutes ?? 0);

/** The test of an invite as its title is shown, which an invite also has of a test that is gone. */
export const testOf = ({ test, test_title: title }: Pick<MyInvite, "test" | "test_title">) => ({
  ...test,
  title,
});
