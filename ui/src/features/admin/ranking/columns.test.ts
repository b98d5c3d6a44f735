import { expect, it } from "vitest";
import { readColumns, toggleColumn } from "./columns";

const columns = (query: string) => readColumns(new URLSearchParams(query));

it("the columns of the table are in the URL, and only if they are not the usual ones", () => {
  const usual = columns("");
  expect(usual).toContain("rank");
  expect(usual).not.toContain("date");
  const { cols } = toggleColumn(usual, "date");
  const more = columns(`cols=${cols}`);
  expect(more).toEqual([...usual.slice(0, 6), "date", ...usual.slice(6)]);
  expect(toggleColumn(more, "date")).toEqual({ cols: null });
  expect(columns("cols=score,luck,rank")).toEqual(["rank", "score"]);
});

it("all of them may be hidden", () => {
  expect(toggleColumn(["rank"], "rank")).toEqual({ cols: "none" });
  expect(columns("cols=none")).toEqual([]);
});
