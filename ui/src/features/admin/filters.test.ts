import { describe, expect, it } from "vitest";
import { EVERYTHING, inviteParams, readInviteFilters } from "./invites/filters";
import { readResultFilters } from "./results/filters";

const now = new Date(2026, 2, 4, 10);
const params = (text: string) => new URLSearchParams(text);

describe("invite filters", () => {
  it("default to today", () => {
    expect(readInviteFilters(params(""), now)).toEqual({
      date: "2026-03-04",
      status: "all",
      search: "",
      test: "",
    });
  });
  it("survive a round trip through the URL", () => {
    for (const filters of [
      EVERYTHING,
      { date: "2026-03-04", status: "active", search: "a@b", test: "t1" },
      { date: "2026-01-31", status: "sent", search: "", test: "" },
    ]) {
      const search = params("");
      for (const [key, value] of Object.entries(inviteParams(filters, now)))
        if (value) search.set(key, value);
      expect(readInviteFilters(search, now)).toEqual(filters);
    }
  });
  it("ignore invalid values", () => {
    expect(readInviteFilters(params("date=tomorrow&status=lost"), now)).toMatchObject({
      date: "2026-03-04",
      status: "all",
    });
  });
});

describe("result filters", () => {
  it("default to page 1 with 10 rows", () => {
    expect(readResultFilters(params(""))).toMatchObject({ page: 1, size: 10, start: "", end: "", test: "" });
  });
  it("accept only the offered page sizes", () => {
    expect(readResultFilters(params("size=50&page=3"))).toMatchObject({ size: 50, page: 3 });
    expect(readResultFilters(params("size=7&page=-1&from=x"))).toMatchObject({
      size: 10,
      page: 1,
      start: "",
    });
  });
});
