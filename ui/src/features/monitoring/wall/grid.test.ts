import { expect, it } from "vitest";
import { gridFor, MAX_TILES, moved, pageOf, room } from "./grid";

it.each([
  [1, 1440, 800],
  [6, 1440, 800],
  [24, 1440, 800],
  [48, 1440, 800],
  [10, 374, 720],
  [3, 374, 720],
])("fits %i tiles into %i by %i pixels", (count, width, height) => {
  const { columns, rows, width: w, height: h } = gridFor(count, width, height);
  expect(columns * rows).toBeGreaterThanOrEqual(count);
  expect(columns * w + (columns - 1) * 8).toBeLessThanOrEqual(width);
  expect(rows * h + (rows - 1) * 8).toBeLessThanOrEqual(height);
  // No larger tile would fit with one column more or less.
  for (const other of [columns - 1, columns + 1].filter((n) => n > 0)) {
    const wide = (width - 8 * (other - 1)) / other;
    const high = ((height - 8 * (Math.ceil(count / other) - 1)) / Math.ceil(count / other)) * 1.36;
    expect(Math.floor(Math.min(wide, high))).toBeLessThanOrEqual(w);
  }
});

it("holds 48 on a desktop, fewer on a phone, and at least one", () => {
  expect(room(1424, 820)).toBe(MAX_TILES);
  expect(room(374, 700)).toBe(10);
  expect(room(100, 50)).toBe(1);
});

it("pages beyond what fits, and stays inside", () => {
  const all = Array.from({ length: 50 }, (_, n) => n);
  expect(pageOf(all, 2, 48)).toEqual({ items: [48, 49], page: 2, pages: 2 });
  expect(pageOf(all, 9, 48).page).toBe(2);
  expect(pageOf(all, Number.NaN, 48).page).toBe(1);
  expect(pageOf([], 1, 48)).toEqual({ items: [], page: 1, pages: 1 });
});

it("moves by arrows and by J and K, and never off the page", () => {
  expect(moved("ArrowRight", 0, 5, 3)).toBe(1);
  expect(moved("j", 4, 5, 3)).toBe(4);
  expect(moved("K", 1, 5, 3)).toBe(0);
  expect(moved("ArrowDown", 1, 5, 3)).toBe(4);
  expect(moved("ArrowDown", 2, 5, 3)).toBe(2);
  expect(moved("ArrowUp", 1, 5, 3)).toBe(1);
  expect(moved("End", 1, 5, 3)).toBe(4);
  expect(moved("x", 1, 5, 3)).toBeNull();
});
