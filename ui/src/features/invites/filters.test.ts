import { describe, expect, it } from "vitest";
import { EVERYTHING, inviteParams, readInviteFilters } from "./filters";

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
