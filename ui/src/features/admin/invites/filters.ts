import type { Init } from "@/api/operations";
import { dayOf, localDay } from "@/lib/days";

type StatusFilter = NonNullable<NonNullable<Init<"/invites", "get">["query"]>["status_filter"]>;

export const INVITE_STATUSES: { value: StatusFilter; label: string }[] = [
  { value: "all", label: "All statuses" },
  { value: "active", label: "Active (pending)" },
  { value: "sent", label: "Sent" },
  { value: "scheduled", label: "Scheduled" },
  { value: "in_progress", label: "In progress" },
  { value: "completed", label: "Completed" },
  { value: "expired", label: "Expired" },
  { value: "mail_failed", label: "Email failed" },
];

export interface InviteFilters {
  /** `YYYY-MM-DD`, the day of the invitation in the viewer's zone; empty for every day. */
  date: string;
  status: string;
  email: string;
}

/** URL value for every day, because a missing date means today (docs/behaviour.md#invites). */
const EVERY_DAY = "all";

export function readInviteFilters(params: URLSearchParams, now = new Date()): InviteFilters {
  const date = params.get("date");
  const status = params.get("status") ?? "all";
  return {
    date: date === EVERY_DAY ? "" : date && dayOf(date) ? date : localDay(now),
    status: INVITE_STATUSES.some((s) => s.value === status) ? status : "all",
    email: params.get("email") ?? "",
  };
}

export function inviteParams(filters: InviteFilters, now = new Date()): Record<string, string | null> {
  return {
    date: filters.date === "" ? EVERY_DAY : filters.date === localDay(now) ? null : filters.date,
    status: filters.status === "all" ? null : filters.status,
    email: filters.email.trim() || null,
  };
}

/** The status as the API filters by it; undefined for all. */
export const statusFilter = ({ status }: InviteFilters): StatusFilter | undefined =>
  INVITE_STATUSES.find(({ value }) => value === status && value !== "all")?.value;

export const EVERYTHING: InviteFilters = { date: "", status: "all", email: "" };

export const isEverything = (f: InviteFilters) => f.date === "" && f.status === "all" && f.email === "";

export const isSame = (a: InviteFilters, b: InviteFilters) =>
  a.date === b.date && a.status === b.status && a.email.trim() === b.email.trim();
