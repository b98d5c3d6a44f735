import { dayOf } from "@/lib/days";

export const PAGE_SIZES = [5, 10, 20, 50];
export const PAGE_SIZE_DEFAULT = 10;

export interface ResultFilters {
  /** Counted from 1. */
  page: number;
  size: number;
  /** First and last day, `YYYY-MM-DD`, both included; empty for an open end. */
  start: string;
  end: string;
  /** Id of a test; empty for all. */
  test: string;
}

const day = (text: string | null) => (text && dayOf(text) ? text : "");

export function readResultFilters(params: URLSearchParams): ResultFilters {
  const size = Number(params.get("size"));
  const page = Number(params.get("page"));
  return {
    page: Number.isInteger(page) && page > 0 ? page : 1,
    size: PAGE_SIZES.includes(size) ? size : PAGE_SIZE_DEFAULT,
    start: day(params.get("from")),
    end: day(params.get("to")),
    test: params.get("test") ?? "",
  };
}

export const isFiltered = (f: ResultFilters) => f.start !== "" || f.end !== "" || f.test !== "";
