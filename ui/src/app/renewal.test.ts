import { expect, it } from "vitest";
import { isTest, Renewals } from "./renewal";

it("makes a page again at once, then slower, and gives one up that is no test", () => {
  const renewals = new Renewals();
  const waits = (lasting: boolean) => [0, 1, 2, 3, 4].map((at) => renewals.next(at, lasting));
  expect(waits(false)).toEqual([0, 500, 2_000, undefined, undefined]);
  expect(renewals.next(60_000, false)).toBe(0);
  const test = new Renewals();
  expect([0, 1, 2, 3, 4].map((at) => test.next(at, true))).toEqual([0, 500, 2_000, 5_000, 5_000]);
});

it("knows the address of a test", () => {
  expect(isTest("/take-test/abc")).toBe(true);
  expect(isTest("/test-invite/abc")).toBe(false);
});
