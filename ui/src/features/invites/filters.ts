import type { Init } from "@/api/operations";
import { dayOf, localDay } from "@/lib/days";
import { viewerZone } from "@/lib/format";

type StatusFilter = NonNullable<NonNullable<Init<"/invites", "get">["query"]>["status_filter"]>;

/** In the order of the filter, each with the key of its name. */
export const STATUS_KEYS = {
  all: "allStatuses",
  active: "activePending",
  sent: "sent",
  scheduled: "withDate",
  in_progress: "inProgress",
  completed: "completed",
  expired: "expired",
  mail_failed: "emailNotSent",
  ending_soon: "endingSoon",
} as const satisfies Partial<Record<StatusFilter, string>>;
export const INVITE_STATUSES = Object.keys(STATUS_KEYS) as (keyof typeof STATUS_KEYS)[];

export interface InviteFilters {
  /** `YYYY-MM-DD`, the day of the invitation in the viewer's zone; empty for every day. */
  date: string;
  status: string;
  /** Part of a name or an email address. */
  search: string;
  /** Id of a test; empty for every test. */
  test: string;
}

/** URL value for every day, because a missing date means today (docs/behaviour/invites.md#invites). */
const EVERY_DAY = "all";

export function readInviteFilters(params: URLSearchParams, now = new Date()): InviteFilters {
  const date = params.get("date");
  const status = params.get("status") ?? "all";
  return {
    date: date === EVERY_DAY ? "" : date && dayOf(date) ? date : localDay(now),
    status: status in STATUS_KEYS ? status : "all",
    search: params.get("q") ?? "",
    test: params.get("test") ?? "",
  };
}

export function inviteParams(filters: InviteFilters, now = new Date()): Record<string, string | null> {
  return {
    date: filters.date === "" ? EVERY_DAY : filters.date === localDay(now) ? null : filters.date,
    status: filters.status === "all" ? null : filters.status,
    q: filters.search.trim() || null,
    test: filters.test || null,
  };
}

/** The filters within the page of one test, which shows every day unless one is chosen. */
export const readPeopleFilters = (params: URLSearchParams, test: string): InviteFilters => ({
  ...readInviteFilters(params),
  date: dayOf(params.get("date") ?? "") ? (params.get("date") ?? "") : "",
  test,
});

export const peopleParams = (filters: InviteFilters): Record<string, string | null> => ({
  ...inviteParams(filters),
  date: filters.date || null,
  test: null,
});

/** The status as the API filters by it; undefined for all. */
const statusFilter = ({ status }: InviteFilters): StatusFilter | undefined =>
  INVITE_STATUSES.find((value) => value === status && value !== "all");

/** The filters as the API takes them, for the list, its counts, and actions on all that match. */
export function filterQuery(filters: InviteFilters) {
  const status_filter = statusFilter(filters);
  return {
    ...(filters.date === "" ? {} : { date_filter: filters.date }),
    ...(status_filter ? { status_filter } : {}),
    ...(filters.search.trim() === "" ? {} : { search: filters.search.trim() }),
    ...(filters.test === "" ? {} : { test_id: filters.test }),
    tz: viewerZone(),
  };
}

export const EVERYTHING: InviteFilters = { date: "", status: "all", search: "", test: "" };

const isSame = (a: InviteFilters, b: InviteFilters) =>
  a.date === b.date && a.status === b.status && a.search.trim() === b.search.trim() && a.test === b.test;

/** How many filters are set beside the search. */
export const countSet = ({ date, status, test }: InviteFilters) =>
  [date !== "", status !== "all", test !== ""].filter(Boolean).length;

export const isEverything = (filters: InviteFilters, test = "") => isSame(filters, { ...EVERYTHING, test });
