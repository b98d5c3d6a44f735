import { expect, it } from "vitest";
import { lineAfter } from "./line-after";

const before = "a\nb\n\nc\nd";

it("follows a line through changes of the text", () => {
  const lines = (after: string) => [1, 2, 3, 4, 5].map((line) => lineAfter(line, before, after));
  expect(lines(before)).toEqual([1, 2, 3, 4, 5]);
  expect(lines(`1\n2\n${before}`)).toEqual([3, 4, 5, 6, 7]);
  expect(lines("a\nb\nnew\n\nc\nd")).toEqual([1, 2, 4, 5, 6]);
  expect(lines("a\n\nc\nd")).toEqual([1, undefined, 2, 3, 4]);
  expect(lines("a\nB\n\nc\nd")).toEqual([1, undefined, 3, 4, 5]);
  expect(lines("")).toEqual([undefined, undefined, 1, undefined, undefined]);
});

it("finds an unchanged line between changes by its text, unless another one has it", () => {
  expect(lineAfter(2, "1\nerror\n3", "0\n1.5\nerror\n3.5")).toBe(3);
  expect(lineAfter(2, "1\nerror\n3", "0\nerror\nerror\n3.5")).toBeUndefined();
  expect(lineAfter(2, "1\nerror\nerror\n3", "0\nerror\n3.5")).toBeUndefined();
});

it("keeps a line behind the last one there", () => {
  expect(lineAfter(6, before, `new\n${before}`)).toBe(7);
});
