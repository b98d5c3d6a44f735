import type { RankingQuery } from "@/api/ranking";
import { ORDERS, type Order, oneOf, pageOf, sortChange } from "../browse/params";
import { queryOfRows, type RowFilters, readRowFilters } from "../browse/row-filters";

/** Columns that a ranking is sorted by; beside them the points of a question, `q:<id>`, or of a section, `s:<label>`. */
const SORTS = ["score", "name", "time", "date", "rank", "percentile", "review", "flags", "decision"] as const;
type Sort = (typeof SORTS)[number] | `q:${string}` | `s:${string}`;

/** Sorts that begin with the smallest value. */
const ASCENDING: readonly Sort[] = ["name", "time", "rank", "review", "decision"];

export const PAGE_SIZES = [20, 50, 100, 200];
const PAGE_SIZE_DEFAULT = 50;

/** The view of the table and the matrix, as kept in the URL. */
export interface View extends RowFilters {
  sort: Sort;
  order: Order;
  /** Counted from 1. */
  page: number;
  size: number;
}

const isSort = (text: string | null): text is Sort =>
  SORTS.some((sort) => sort === text) || /^[qs]:./.test(text ?? "");

const firstOrder = (sort: Sort): Order => (ASCENDING.includes(sort) ? "asc" : "desc");

/** Reads the URL; what it does not understand is the default. */
export function readView(params: URLSearchParams): View {
  const wanted = params.get("sort");
  const sort = isSort(wanted) ? wanted : "score";
  const size = Number(params.get("size"));
  return {
    sort,
    order: oneOf(ORDERS, params.get("order")) ?? firstOrder(sort),
    page: pageOf(params.get("page")),
    size: PAGE_SIZES.includes(size) ? size : PAGE_SIZE_DEFAULT,
    ...readRowFilters(params),
  };
}

const text = (value: number | boolean | string | null) => (value === null ? null : String(value));

/** Changes of the URL for changed filters. They lead to the first page. */
export function filterParams(changes: Partial<RowFilters>): Record<string, string | null> {
  const { search, ...rest } = changes;
  const named = Object.entries(rest).map(([key, value]) => [key, text(value)] as const);
  return {
    ...Object.fromEntries(named),
    ...(search === undefined ? {} : { q: search.trim() || null }),
    page: null,
  };
}

export const NO_FILTERS: RowFilters = {
  search: "",
  state: null,
  passed: null,
  decision: null,
  min: null,
  max: null,
  reviewer: null,
};

/** Changes of the URL for a press on a header: first its own order, then the other one. */
export const sortParams = (view: View, sort: Sort) => sortChange(view, sort, firstOrder(sort), "score");

export const sizeParams = (size: number) => ({
  size: size === PAGE_SIZE_DEFAULT ? null : String(size),
  page: null,
});

/** Whether the best come first. */
export const isBestFirst = ({ sort, order }: View) =>
  (order === "desc" && (sort === "score" || sort === "percentile")) || (sort === "rank" && order === "asc");

/** The view as the API takes it. */
export function queryOfView(view: View): RankingQuery {
  const { sort, order, page, size } = view;
  return { sort, order, page, limit: size, ...queryOfRows(view) };
}
