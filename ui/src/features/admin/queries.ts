import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { isGone } from "@/api/client";
import { pagesOf } from "@/api/pages";
import { queryOf } from "@/api/query";
import { filterQuery, type InviteFilters } from "./invites/filters";
import { queryOfResults, type ResultFilters } from "./results/filters";

/** Poll interval in ms while the event stream is down. */
const POLL_INTERVAL_MS = 30_000;
const PAGE_SIZE = 200;
/** Each row has its own menus and dialogs: more rows render with a noticeable delay. */
const INVITES_PAGE_SIZE = 50;

export function useOverview() {
  return useQuery({
    ...queryOf("/admin/overview"),
    refetchInterval: POLL_INTERVAL_MS,
  });
}

/** All tests, page by page: they are searched on the client, and any may be chosen. Archived ones are a list apart. */
export function useTests({ archived = false, enabled = true } = {}) {
  const query = useInfiniteQuery({
    ...pagesOf("/tests", { query: { limit: PAGE_SIZE, ...(archived && { archived }) } }),
    enabled,
  });
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
  return query;
}

/** The choices of a filter by test: archived ones come last, because their results stay. */
export function useTestOptions() {
  const [tests, archived] = [useTests(), useTests({ archived: true })];
  const optionsOf = ({ data }: typeof tests) =>
    (data?.pages ?? []).flatMap(({ items }) => items.map(({ id, title }) => ({ value: id, label: title })));
  const old = optionsOf(archived);
  return {
    isPending: tests.isPending,
    options: optionsOf(tests),
    groups: old.length > 0 ? [{ label: "Archived", options: old }] : [],
  };
}

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

export function useResults(filters: ResultFilters) {
  return useQuery({
    ...queryOf("/results", { query: queryOfResults(filters) }),
    placeholderData: keepPreviousData,
  });
}

/** A result. Once its candidate is erased, or the test is reopened, nothing of it stays on the screen. */
export function useResult(id: string) {
  const { data, error, refetch, isFetching } = useQuery(
    queryOf("/results/{submission_id}", { path: { submission_id: id } }),
  );
  return { data: isGone(error) ? undefined : data, error, refetch, isFetching };
}

export function useEmailSettings() {
  return useQuery({
    ...queryOf("/admin/email-settings"),
    // It initialises a form: no refetch may overwrite typed text.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}
