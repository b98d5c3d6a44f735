import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { api } from "@/api/client";
import type { Init } from "@/api/operations";
import { pagesOf } from "@/api/pages";
import { queryOf, type Readable } from "@/api/query";
import type { BankQuestion } from "@/api/types";
import { type BankFilters, queryOfFilters } from "./filters";
import type { QuestionFigures } from "./usage";

type PoolFiguresInput = Init<"/questions/pool-figures", "post">["body"];

const PAGE_SIZE = 50;

/** Operations that return questions of the bank, or tests that use them. */
export const BANK: readonly Readable[] = [
  "/questions",
  "/questions/tags",
  "/questions/{id}",
  "/questions/{id}/versions",
  "/tests",
];

export function useBank(filters: BankFilters) {
  return useInfiniteQuery({
    ...pagesOf("/questions", { query: { ...queryOfFilters(filters), limit: PAGE_SIZE } }),
    placeholderData: keepPreviousData,
  });
}

/**
 * Figures of the listed questions by id, page by page, once the pages are there: the first reading of many results takes
 * longer than the list.
 */
export function useListFigures(
  filters: BankFilters,
  { data, isPlaceholderData }: ReturnType<typeof useBank>,
): ReadonlyMap<string, QuestionFigures> {
  const client = useQueryClient();
  const shown = (isPlaceholderData ? [] : (data?.pageParams ?? [])).flatMap((after, n) =>
    typeof after === "string" && data?.pages[n]?.items.length ? [after] : [],
  );
  const pages = shown.map((after) => ({
    query: { ...queryOfFilters(filters), limit: PAGE_SIZE, after, figures: true },
  }));
  const figures = useQuery({
    queryKey: ["/questions", pages],
    // Pages that were read before are not read again with the next one.
    queryFn: () => Promise.all(pages.map((page) => client.fetchQuery(queryOf("/questions", page)))),
    enabled: pages.length > 0,
    placeholderData: keepPreviousData,
  });
  return useMemo(
    () => figuresById(pages.length > 0 ? (figures.data ?? []) : []),
    [figures.data, pages.length],
  );
}

const figuresById = (pages: readonly (readonly BankQuestion[])[]) =>
  new Map(
    pages.flat().flatMap(({ id, figures }): [string, QuestionFigures][] => (figures ? [[id, figures]] : [])),
  );

export const useTags = () => useQuery(queryOf("/questions/tags"));

export const bankQuestion = (id: string) => queryOf("/questions/{id}", { path: { id } });

/** Figures of a question from the results of all tests. */
export const useQuestionFigures = (id: string) =>
  useQuery(queryOf("/questions/{id}/figures", { path: { id } }));

/** The same of the questions of a pool, stored or not. */
export const usePoolFigures = (pool: PoolFiguresInput, enabled: boolean) =>
  useQuery({
    queryKey: ["/questions/pool-figures", pool],
    queryFn: ({ signal }) => api.post("/questions/pool-figures", { body: pool, signal }),
    enabled,
  });

export const useVersions = (id: string) => useQuery(queryOf("/questions/{id}/versions", { path: { id } }));

export const useSeenBy = (id: string) =>
  useInfiniteQuery(pagesOf("/questions/{id}/seen-by", { path: { id }, query: { limit: PAGE_SIZE } }));
