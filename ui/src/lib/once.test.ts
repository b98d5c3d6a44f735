import { expect, it } from "vitest";
import { onlyOnce } from "./once";

it("a second click while the first is in flight does nothing", () => {
  const once = onlyOnce();
  expect(once.begin({ id: "a", reason: "x" })).toBe(true);
  expect(once.begin({ id: "a", reason: "x" })).toBe(false);
  // Another row's button has another key.
  expect(once.begin({ id: "b", reason: "x" })).toBe(true);
  once.over({ id: "a", reason: "x" });
  expect(once.begin({ id: "a", reason: "x" })).toBe(true);
});

it("distinguishes undefined from null, and files by identity", () => {
  const once = onlyOnce();
  expect([once.begin(undefined), once.begin(undefined)]).toEqual([true, false]);
  const file = (name: string) => new File(["x"], name);
  expect([once.begin(file("a")), once.begin(file("a")), once.begin(file("b"))]).toEqual([true, false, true]);
});

it("compares DOM elements by identity, despite circular references", () => {
  const once = onlyOnce();
  class Element {
    readonly circle = this;
  }
  const [one, other] = [new Element(), new Element()];
  expect([once.begin(one), once.begin(one), once.begin(other)]).toEqual([true, false, true]);
  once.over(one);
  expect(once.begin({ video: one })).toBe(true);
});
