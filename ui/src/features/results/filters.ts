import type { Init } from "@/api/operations";
import { dayOf } from "@/lib/days";
import { viewerZone } from "@/lib/format";
import { idOf } from "@/lib/url-state";
import {
  booleanOf,
  DECISION_FILTERS,
  type DecisionFilter,
  ORDERS,
  type Order,
  oneOf,
  pageOf,
  percentOf,
  STATE_FILTERS,
  type StateFilter,
  sortChange,
} from "./browse/params";

export const PAGE_SIZES = [5, 10, 20, 50];
export const PAGE_SIZE_DEFAULT = 10;

/** Columns that the results are sorted by. */
const SORTS = ["date", "score", "name", "test", "time", "review", "decision"] as const;
export type Sort = (typeof SORTS)[number];

/** Sorts that begin with the smallest value, as in a ranking. */
const ASCENDING: readonly Sort[] = ["name", "test", "time", "review", "decision"];

const firstOrder = (sort: Sort): Order => (ASCENDING.includes(sort) ? "asc" : "desc");

export interface ResultFilters {
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
  /** Part of a name or an email address. */
  search: string;
  state: StateFilter | null;
  decision: DecisionFilter | null;
  /** Bounds of the score in percent, both included. */
  min: number | null;
  max: number | null;
  /** Whether a final score reaches the pass mark of its test. */
  passed: boolean | null;
  /** Id of an account to which answers are assigned, or that has scored some. */
  reviewer: string | null;
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
    search: params.get("q") ?? "",
    state: oneOf(STATE_FILTERS, params.get("state")),
    decision: oneOf(DECISION_FILTERS, params.get("decision")),
    min: percentOf(params.get("min")),
    max: percentOf(params.get("max")),
    passed: booleanOf(params.get("passed")),
    reviewer: idOf(params.get("reviewer")),
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

export const isFiltered = (f: ResultFilters) =>
  [f.start, f.end, f.test, f.search.trim()].some((text) => text !== "") ||
  [f.state, f.decision, f.min, f.max, f.passed, f.reviewer].some((value) => value !== null);

export const sortParams = (filters: ResultFilters, sort: Sort) =>
  sortChange(filters, sort, firstOrder(sort), "date");

/** The filters as the API takes them, in lists and exports. */
export function queryOfFilters(filters: ResultFilters) {
  const { start, end, test, search, state, decision, min, max, passed, reviewer } = filters;
  return {
    start_date: start,
    end_date: end,
    test_id: test,
    tz: viewerZone(),
    ...(search.trim() ? { search: search.trim() } : {}),
    ...(state ? { state } : {}),
    ...(decision ? { decision } : {}),
    ...(min === null ? {} : { score_min: min }),
    ...(max === null ? {} : { score_max: max }),
    ...(passed === null ? {} : { passed }),
    ...(reviewer ? { reviewer } : {}),
  };
}

/** A page as the API takes it. */
export function queryOfResults(filters: ResultFilters): NonNullable<Init<"/results", "get">["query"]> {
  const { page, size, sort, order } = filters;
  return { ...queryOfFilters(filters), page, limit: size, sort, order };
}
