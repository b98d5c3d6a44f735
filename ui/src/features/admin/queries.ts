import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { api } from "@/api/client";
import type { EmailSettings, Invite, Overview, ResultDetail, ResultRow, Test } from "@/api/types";
import { viewerZone } from "@/lib/format";
import type { InviteFilters } from "./invites/filters";
import type { ResultFilters } from "./results/filters";

/** Milliseconds between polls while the event stream is not there to tell of changes. */
const POLL = 30_000;
const PAGE = 200;
/** Each row has menus and dialogs of its own: more at once are felt as a pause. */
const INVITES_PAGE = 50;

export function useOverview() {
  return useQuery({
    queryKey: ["overview"],
    queryFn: ({ signal }) => api.get<Overview>("/admin/overview", { signal }),
    refetchInterval: POLL,
  });
}

/** All tests, one page after the other: they are searched here, and any of them may be the one to choose. */
export function useTests() {
  const query = useInfiniteQuery({
    queryKey: ["tests"],
    queryFn: ({ pageParam, signal }) =>
      api.page<Test>("/tests", { signal, query: { limit: PAGE, after: pageParam } }),
    initialPageParam: "",
    getNextPageParam: (last) => last.after,
  });
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
  return query;
}

export function useInvites(filters: InviteFilters) {
  return useInfiniteQuery({
    queryKey: ["invites", filters],
    queryFn: ({ pageParam, signal }) =>
      api.page<Invite>("/invites", {
        signal,
        query: {
          date_filter: filters.date,
          status_filter: filters.status === "all" ? undefined : filters.status,
          email_search: filters.email,
          tz: viewerZone(),
          limit: INVITES_PAGE,
          after: pageParam,
        },
      }),
    initialPageParam: "",
    getNextPageParam: (last) => last.after,
    placeholderData: keepPreviousData,
    refetchInterval: POLL,
  });
}

export interface ResultsPage {
  results: ResultRow[];
  pagination: { page: number; limit: number; total_pages: number; total: number };
}

export function useResults({ page, size, start, end, test }: ResultFilters) {
  return useQuery({
    queryKey: ["results", { page, size, start, end, test }],
    queryFn: ({ signal }) =>
      api.get<ResultsPage>("/results", {
        signal,
        query: { page, limit: size, start_date: start, end_date: end, test_id: test, tz: viewerZone() },
      }),
    placeholderData: keepPreviousData,
  });
}

export function useResult(id: string) {
  return useQuery({
    queryKey: ["results", "detail", id],
    queryFn: ({ signal }) => api.get<ResultDetail>(`/results/${id}`, { signal }),
  });
}

export function useEmailSettings() {
  return useQuery({
    queryKey: ["email-settings"],
    queryFn: ({ signal }) => api.get<EmailSettings>("/admin/email-settings", { signal }),
    // A form is filled from it: no refetch may overwrite what is being typed.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}
