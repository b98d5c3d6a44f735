import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { api } from "@/api/client";
import type { EmailSettings, Invite, Overview, ResultDetail, ResultRow, Test } from "@/api/types";
import { viewerZone } from "@/lib/format";
import type { InviteFilters } from "./invites/filters";
import type { ResultFilters } from "./results/filters";

/** Poll interval in ms while the event stream is down. */
const POLL_INTERVAL_MS = 30_000;
const PAGE_SIZE = 200;
/** Each row has its own menus and dialogs: more rows render with a noticeable delay. */
const INVITES_PAGE_SIZE = 50;

export function useOverview() {
  return useQuery({
    queryKey: ["overview"],
    queryFn: ({ signal }) => api.get<Overview>("/admin/overview", { signal }),
    refetchInterval: POLL_INTERVAL_MS,
  });
}

/** All tests, page by page: they are searched on the client, and any may be chosen. */
export function useTests() {
  const query = useInfiniteQuery({
    queryKey: ["tests"],
    queryFn: ({ pageParam, signal }) =>
      api.page<Test>("/tests", { signal, query: { limit: PAGE_SIZE, after: pageParam } }),
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
          limit: INVITES_PAGE_SIZE,
          after: pageParam,
        },
      }),
    initialPageParam: "",
    getNextPageParam: (last) => last.after,
    placeholderData: keepPreviousData,
    refetchInterval: POLL_INTERVAL_MS,
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
    // It initialises a form: no refetch may overwrite typed text.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}
