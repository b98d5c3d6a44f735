import { describe, expect, it } from "vitest";
import { hasRowFilters } from "../browse/row-filters";
import { filterParams, isBestFirst, NO_FILTERS, queryOfView, readView, sortParams } from "./view";

const RITA = "0190b6f2-3a44-7c1e-9d5f-6b2a8c4e1f03";
const view = (query: string) => readView(new URLSearchParams(query));

describe("the view of a ranking in the URL", () => {
  it("begins with the best of all", () => {
    expect(queryOfView(view(""))).toEqual({ sort: "score", order: "desc", page: 1, limit: 50 });
    expect(isBestFirst(view(""))).toBe(true);
    expect(hasRowFilters(view(""))).toBe(false);
  });
  it("reads every filter", () => {
    const all = view(
      "q=ada&state=final&passed=false&decision=none&min=40&max=80.5&sort=q:7&page=3&size=200" +
        `&reviewer=${RITA}`,
    );
    expect(queryOfView(all)).toEqual({
      sort: "q:7",
      order: "desc",
      page: 3,
      limit: 200,
      search: "ada",
      state: "final",
      passed: false,
      decision: "none",
      score_min: 40,
      score_max: 80.5,
      reviewer: RITA,
    });
  });
  it("replaces what it does not know by the default", () => {
    const odd = view(
      "sort=luck&order=up&page=-2&size=7&state=open&passed=maybe&decision=love&min=-1&max=x&reviewer=me",
    );
    expect(odd).toEqual(view(""));
  });
  it("a press on a header sorts by it, a second one turns the order", () => {
    expect(sortParams(view(""), "name")).toEqual({ sort: "name", order: null, page: null });
    expect(sortParams(view("sort=name"), "name")).toEqual({ sort: "name", order: "desc", page: null });
    expect(sortParams(view("sort=name&order=desc"), "name")).toEqual({
      sort: "name",
      order: null,
      page: null,
    });
    expect(sortParams(view("sort=name"), "score")).toEqual({ sort: null, order: null, page: null });
    expect(view("sort=time").order).toBe("asc");
  });
  it("writes filters, and returns to the first page", () => {
    expect(filterParams({ search: " ada ", min: 0 })).toEqual({ q: "ada", min: "0", page: null });
    expect(filterParams({ passed: false })).toEqual({ passed: "false", page: null });
    expect(Object.values(filterParams(NO_FILTERS)).every((value) => value === null)).toBe(true);
  });
});
