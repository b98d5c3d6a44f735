import { expect, it } from "vitest";
import { markOf } from "./percent";

it("a pass mark is a percentage, or none", () => {
  expect(markOf(" 70 %")).toBe(70);
  expect(markOf("62,5")).toBe(62.5);
  expect(markOf("66.66667")).toBe(66.667);
  expect(markOf("")).toBeNull();
  for (const wrong of ["101", "-1", "most", "7 0"]) expect(markOf(wrong)).toBeUndefined();
});
