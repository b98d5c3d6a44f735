import { expect, it } from "vitest";
import { reordered } from "./order";

it("moves an item up or down, and nothing beyond the ends", () => {
  const items = ["a", "b", "c", "d"];
  expect(reordered(items, 0, 2)).toEqual(["b", "c", "a", "d"]);
  expect(reordered(items, 3, 0)).toEqual(["d", "a", "b", "c"]);
  expect(reordered(items, 1, 2)).toEqual(["a", "c", "b", "d"]);
  for (const [from, to] of [
    [0, -1],
    [3, 4],
    [4, 0],
    [2, 2],
  ] as const)
    expect(reordered(items, from, to)).toBe(items);
});
