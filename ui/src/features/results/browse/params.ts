/** URL parameters common to lists of results. */

export type Order = "asc" | "desc";
export const ORDERS: readonly Order[] = ["asc", "desc"];

/** A list that is sorted by a column. */
export interface Sorted {
  sort: string;
  order: Order;
}

export const DECISION_FILTERS = ["shortlist", "hold", "reject", "none"] as const;
export type DecisionFilter = (typeof DECISION_FILTERS)[number];
export const STATE_FILTERS = ["final", "provisional"] as const;
export type StateFilter = (typeof STATE_FILTERS)[number];

export const oneOf = <T extends string>(known: readonly T[], text: string | null): T | null =>
  known.find((value) => value === text) ?? null;

/** A bound of the score; null if it is missing or not a percentage. */
export function percentOf(text: string | null): number | null {
  if (!text?.trim()) return null;
  const value = Number(text);
  return value >= 0 && value <= 100 ? value : null;
}

export const booleanOf = (text: string | null): boolean | null =>
  text === "true" || text === "false" ? text === "true" : null;

/** The number of a page, from 1. */
export function pageOf(text: string | null): number {
  const page = Number(text);
  return Number.isInteger(page) && page > 0 ? page : 1;
}

export const pageParams = (page: number) => ({ page: page === 1 ? null : String(page) });

/**
 * Changes of the URL for a press on a header: first the column's own order, then the other one. `base`: the order of a
 * list that names none.
 */
export function sortChange(
  view: Sorted,
  sort: string,
  first: Order,
  base: string,
): Record<string, string | null> {
  const order = view.sort === sort && view.order === first ? (first === "asc" ? "desc" : "asc") : first;
  return { sort: sort === base ? null : sort, order: order === first ? null : order, page: null };
}

/** The order that a list has by a column, for `aria-sort`. */
export const sortedBy = (view: Sorted, sort: string) =>
  view.sort !== sort ? "none" : view.order === "asc" ? "ascending" : "descending";
