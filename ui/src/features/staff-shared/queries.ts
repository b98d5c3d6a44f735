import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { pagesOf } from "@/api/pages";
import { queryOf } from "@/api/query";
import { useRights } from "@/lib/rights";
import { t } from "./texts";

/** Poll interval in ms while the event stream is down. */
const POLL_INTERVAL_MS = 30_000;
const PAGE_SIZE = 200;

export function useOverview() {
  const { may } = useRights();
  return useQuery({
    ...queryOf("/admin/overview"),
    enabled: may("oversee"),
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
    groups: old.length > 0 ? [{ label: t("archivedTests"), options: old }] : [],
  };
}
