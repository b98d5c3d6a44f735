import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { isGone } from "@/api/client";
import { queryOf } from "@/api/query";
import { inOutline } from "@/api/questions";
import { useNamed } from "@/lib/hidden-names";
import { queryOfResults, type ResultFilters } from "./filters";

export const resultsQuery = (filters: ResultFilters) =>
  queryOf("/results", { query: queryOfResults(filters) });

export function useResults(filters: ResultFilters) {
  return useQuery({
    ...resultsQuery(filters),
    placeholderData: keepPreviousData,
  });
}

/**
 * A result, its answers in the order of the outline. Once its candidate is erased, or the test is reopened, nothing of it stays
 * on the screen.
 */
export function useResult(id: string) {
  const { data, error, refetch, isFetching } = useQuery({
    ...queryOf("/results/{submission_id}", { path: { submission_id: id } }),
    select: useNamed(inOutline),
  });
  return { data: isGone(error) ? undefined : data, error, refetch, isFetching };
}
