import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { isGone } from "@/api/client";
import { queryOf } from "@/api/query";
import { queryOfResults, type ResultFilters } from "./filters";

export const resultsQuery = (filters: ResultFilters) =>
  queryOf("/results", { query: queryOfResults(filters) });

export function useResults(filters: ResultFilters) {
  return useQuery({
    ...resultsQuery(filters),
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
