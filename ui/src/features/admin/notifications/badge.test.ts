import { expect, it } from "vitest";
import { badge } from "./queries";

it("counts to nine and then says that there are more", () => {
  expect([1, 9, 10, 250].map(badge)).toEqual(["1", "9", "9+", "9+"]);
});
