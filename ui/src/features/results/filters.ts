import type { Init } from "@/api/operations";
import { dayOf } from "@/lib/days";
import { viewerZone } from "@/lib/format";
import { ORDERS, type Order, oneOf, pageOf, sortChange } from "./browse/params";
import { hasRowFilters, queryOfRows, type RowFilters, readRowFilters } from "./browse/row-filters";

export const PAGE_SIZES = [5, 10, 20, 50];
export const PAGE_SIZE_DEFAULT = 10;

/** Columns that the results are sorted by. */
const SORTS = ["date", "score", "name", "test", "time", "review", "decision"] as const;
export type Sort = (typeof SORTS)[number];

/** Sorts that begin with the smallest value, as in a ranking. */
const ASCENDING: readonly Sort[] = ["name", "test", "time", "review", "decision"];

const firstOrder = (sort: Sort): Order => (ASCENDING.includes(sort) ? "asc" : "desc");

export interface ResultFilters extends RowFilters {
  /** Counted from 1. */
  page: number;
  size: number;
  sort: Sort;
  order: Order;
  /** First and last day, `YYYY-MM-DD`, both included; empty for an open end. */
  start: string;
  end: string;
  /** Id of a test; empty for all. */
  test: string;
}

const day = (text: string | null) => (text && dayOf(text) ? text : "");

/** Reads the URL; what it does not understand is the default. */
export function readResultFilters(params: URLSearchParams): ResultFilters {
  const size = Number(params.get("size"));
  const sort = oneOf(SORTS, params.get("sort")) ?? "date";
  return {
    page: pageOf(params.get("page")),
    size: PAGE_SIZES.includes(size) ? size : PAGE_SIZE_DEFAULT,
    sort,
    order: oneOf(ORDERS, params.get("order")) ?? firstOrder(sort),
    start: day(params.get("from")),
    end: day(params.get("to")),
    test: params.get("test") ?? "",
    ...readRowFilters(params),
  };
}

/** The change of the URL that clears every filter. */
export const NO_FILTERS = {
  from: null,
  to: null,
  test: null,
  q: null,
  state: null,
  decision: null,
  min: null,
  max: null,
  passed: null,
  reviewer: null,
  page: null,
};

export const isFiltered = (filters: ResultFilters) =>
  [filters.start, filters.end, filters.test].some((text) => text !== "") || hasRowFilters(filters);

export const sortParams = (filters: ResultFilters, sort: Sort) =>
  sortChange(filters, sort, firstOrder(sort), "date");

/** The filters as the API takes them, in lists and exports. */
export function queryOfFilters(filters: ResultFilters) {
  const { start, end, test } = filters;
  return { start_date: start, end_date: end, test_id: test, tz: viewerZone(), ...queryOfRows(filters) };
}

/** A page as the API takes it. */
export function queryOfResults(filters: ResultFilters): NonNullable<Init<"/results", "get">["query"]> {
  const { page, size, sort, order } = filters;
  return { ...queryOfFilters(filters), page, limit: size, sort, order };
}
