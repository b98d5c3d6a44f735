import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { pagesOf } from "@/api/pages";
import { queryOf } from "@/api/query";
import { filterQuery, type InviteFilters } from "./filters";

/** Poll interval in ms while the event stream is down. */
const POLL_INTERVAL_MS = 30_000;
/** Each row has its own menus and dialogs: more rows render with a noticeable delay. */
const INVITES_PAGE_SIZE = 50;

export function useInvites(filters: InviteFilters) {
  return useInfiniteQuery({
    ...pagesOf("/invites", {
      query: {
        ...filterQuery(filters),
        limit: INVITES_PAGE_SIZE,
      },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_INTERVAL_MS,
  });
}

/** Numbers of invitations by status, for the same filters. */
export function useInviteCounts(filters: InviteFilters) {
  return useQuery({
    ...queryOf("/invites/counts", { query: filterQuery(filters) }),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_INTERVAL_MS,
  });
}
