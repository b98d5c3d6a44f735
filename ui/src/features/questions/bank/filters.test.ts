import { describe, expect, it } from "vitest";
import { filterParams, isFiltered, NO_FILTERS, queryOfFilters, readFilters, withFilter } from "./filters";

describe("the filters of the question bank", () => {
  it("are read from the address, and written back", () => {
    const params = new URLSearchParams("q=join&type=numeric&tag=sql&state=retired&difficulty=hard");
    const filters = readFilters(params);
    expect(filters).toEqual({
      search: "join",
      type: "numeric",
      tag: "sql",
      state: "retired",
      difficulty: "hard",
    });
    expect(new URLSearchParams(filterParams(filters) as Record<string, string>).get("q")).toBe("join");
    expect(filterParams({ search: "  " })).toEqual({ q: null });
  });

  it("ignore what they do not know", () => {
    const filters = readFilters(new URLSearchParams("type=riddle&state=gone&difficulty=1"));
    expect(filters).toEqual(NO_FILTERS);
    expect(isFiltered(filters)).toBe(false);
    expect(queryOfFilters(filters)).toEqual({});
  });

  it("are set one by one", () => {
    expect(withFilter("type", "essay")).toEqual({ type: "essay" });
    expect(withFilter("type", "")).toEqual({ type: null });
    expect(withFilter("search", "join")).toEqual({ search: "join" });
    expect(withFilter("tag", "")).toEqual({ tag: "" });
  });
});
