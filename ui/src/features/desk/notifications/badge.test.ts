import { expect, it } from "vitest";
import { badge } from "./queries";

it("counts to nine, then shows 9+", () => {
  expect([1, 9, 10, 250].map(badge)).toEqual(["1", "9", "9+", "9+"]);
});
