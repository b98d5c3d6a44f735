import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { queryOf } from "@/api/query";
import { queryOfView, type View } from "./view";

export const resultQuery = (id: string) =>
  queryOf("/results/{submission_id}", { path: { submission_id: id } });

export const rankingQuery = (test: string, view: View) =>
  queryOf("/tests/{id}/ranking", { path: { id: test }, query: queryOfView(view) });

export function useRanking(test: string, view: View) {
  return useQuery({
    ...rankingQuery(test, view),
    placeholderData: keepPreviousData,
  });
}

export function useMatrix(test: string, view: View, enabled: boolean) {
  return useQuery({
    ...queryOf("/tests/{id}/matrix", { path: { id: test }, query: queryOfView(view) }),
    placeholderData: keepPreviousData,
    enabled,
  });
}

export const notesQuery = (id: string) =>
  queryOf("/results/{submission_id}/notes", { path: { submission_id: id } });

export const compareQuery = (ids: string) => queryOf("/results/compare", { query: { ids } });

export const repairsQuery = (test: string) => queryOf("/tests/{id}/repairs", { path: { id: test } });

/** Ids of the questions whose keys are probably wrong. */
export function useSuspectKeys(test: string, enabled: boolean): ReadonlySet<string> {
  const { data } = useQuery({
    ...queryOf("/tests/{id}/statistics", { path: { id: test }, query: {} }),
    enabled,
  });
  const suspects = data?.questions.filter(({ check_key }) => check_key) ?? [];
  return new Set(suspects.map(({ id }) => id));
}
