import type { InviteAction, InviteCounts } from "@/api/types";
import type { InviteFilters } from "../filters";

/** Invitations that the filter matches. */
export function matching({ status }: Pick<InviteFilters, "status">, counts: InviteCounts): number {
  switch (status) {
    case "sent":
    case "scheduled":
    case "in_progress":
    case "completed":
    case "expired":
    case "mail_failed":
    case "ending_soon":
      return counts[status];
    case "active":
      return counts.sent + counts.scheduled;
    default:
      return counts.all;
  }
}

/** Those of them that have not started. */
function waiting(filters: Pick<InviteFilters, "status">, counts: InviteCounts): number {
  switch (filters.status) {
    case "in_progress":
    case "completed":
    case "expired":
      return 0;
    case "all":
      return counts.sent + counts.scheduled;
    default:
      return matching(filters, counts);
  }
}

/**
 * How many of all that match a filter an action may change, at most: expired ones include those that were revoked, and
 * some people want no reminder.
 */
export function touched(
  action: InviteAction,
  filters: Pick<InviteFilters, "status">,
  counts: InviteCounts,
): number {
  const has = (status: string) => filters.status === "all" || filters.status === status;
  const beside = {
    remind: 0,
    revoke: 0,
    resend: has("in_progress") ? counts.in_progress : 0,
    extend: has("expired") ? counts.expired : 0,
  };
  return waiting(filters, counts) + beside[action];
}
