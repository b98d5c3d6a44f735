import { expect, it } from "vitest";
import { readColumns, toggleColumn } from "./columns";

const columns = (query: string, isDivided = false) => readColumns(new URLSearchParams(query), isDivided);

it("the columns of the table are in the URL, and only if they are not the usual ones", () => {
  const usual = columns("");
  expect(usual).toContain("rank");
  expect(usual).not.toContain("date");
  const { cols } = toggleColumn(usual, "date", false);
  const more = columns(`cols=${cols}`);
  expect(more).toEqual([...usual.slice(0, 6), "date", ...usual.slice(6)]);
  expect(toggleColumn(more, "date", false)).toEqual({ cols: null });
  expect(columns("cols=score,luck,rank")).toEqual(["rank", "score"]);
});

it("all of them may be hidden", () => {
  expect(toggleColumn(["rank"], "rank", false)).toEqual({ cols: "none" });
  expect(columns("cols=none")).toEqual([]);
});

it("points by section take the place of percentile, time and review", () => {
  const usual = columns("", true);
  expect(columns("").filter((key) => !usual.includes(key))).toEqual(["percentile", "time", "review"]);
  const { cols } = toggleColumn(usual, "time", true);
  expect(columns(`cols=${cols}`, true)).toContain("time");
  expect(toggleColumn(columns(`cols=${cols}`, true), "time", true)).toEqual({ cols: null });
  expect(columns("cols=percentile", true)).toEqual(["percentile"]);
});
