import { expect, it } from "vitest";
import type { Comparison } from "@/api/ranking";
import { sectionShare, tagRows } from "./tags";

it("scores by tag stand side by side, with the field", () => {
  const comparison = {
    candidates: [
      {
        tags: [
          { tag: "sql", earned: 3, points: 4 },
          { tag: "http", earned: 0, points: 2 },
        ],
      },
      { tags: [{ tag: "sql", earned: -1, points: 4 }] },
    ],
    field: { mean: 50, median: 51, tags: [{ tag: "sql", mean: 0.5 }] },
  } as unknown as Comparison;
  expect(tagRows(comparison)).toEqual([
    { tag: "http", field: null, shares: [0, null] },
    { tag: "sql", field: 0.5, shares: [0.75, -0.25] },
  ]);
});

it("a section that is not on the paper has no share", () => {
  expect(sectionShare({ earned: 3, points: 4, pending: false })).toBe(0.75);
  expect(sectionShare({ earned: 0, points: 0, pending: false })).toBeNull();
  expect(sectionShare(undefined)).toBeNull();
});
