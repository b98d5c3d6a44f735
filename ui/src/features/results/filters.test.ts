import { describe, expect, it } from "vitest";
import { isFiltered, queryOfFilters, queryOfResults, readResultFilters, sortParams } from "./filters";

const read = (query: string) => readResultFilters(new URLSearchParams(query));

it("the list begins with the newest result", () => {
  expect(queryOfResults(read(""))).toMatchObject({ page: 1, limit: 10, sort: "date", order: "desc" });
  expect(isFiltered(read(""))).toBe(false);
});

it("reads every filter of the URL", () => {
  const all = read("q=ada&state=final&decision=none&min=40&max=80.5&sort=name&page=3&size=50&test=t-1");
  expect(queryOfResults(all)).toMatchObject({
    sort: "name",
    order: "asc",
    page: 3,
    limit: 50,
    test_id: "t-1",
    search: "ada",
    state: "final",
    decision: "none",
    score_min: 40,
    score_max: 80.5,
  });
  expect(queryOfFilters(all)).not.toHaveProperty("page");
});

it("replaces what it does not know by the default", () => {
  const odd = "sort=luck&order=up&page=-2&size=7&state=open&decision=love&min=-1&max=x&from=soon";
  expect(read(odd)).toEqual(read(""));
});

it("a press on a header sorts by it, a second one turns the order", () => {
  expect(sortParams(read(""), "score")).toEqual({ sort: "score", order: null, page: null });
  expect(sortParams(read("sort=score"), "score")).toEqual({ sort: "score", order: "asc", page: null });
  expect(sortParams(read("sort=score&order=asc"), "date")).toEqual({ sort: null, order: null, page: null });
  expect(sortParams(read(""), "date")).toEqual({ sort: null, order: "asc", page: null });
});

describe("result filters", () => {
  it("default to page 1 with 10 rows", () => {
    expect(read("")).toMatchObject({ page: 1, size: 10, start: "", end: "", test: "" });
  });
  it("accept only the offered page sizes", () => {
    expect(read("size=50&page=3")).toMatchObject({ size: 50, page: 3 });
    expect(read("size=7&page=-1&from=x")).toMatchObject({
      size: 10,
      page: 1,
      start: "",
    });
  });
});
