import { expect, it } from "vitest";
import { exactPercent, scoreTone, wholePercent } from "./score";

it.each([
  [100, "green"],
  [70, "green"],
  [69.99, "amber"],
  [50, "amber"],
  [49.99, "red"],
  [0, "red"],
])("%f percent is %s", (percent, tone) => {
  expect(scoreTone(percent)).toBe(tone);
});

it("rounds lists to a whole percent and summaries to one decimal", () => {
  expect(wholePercent(66.5)).toBe("67%");
  expect(exactPercent(66.666)).toBe("66.7%");
  expect(exactPercent(100)).toBe("100.0%");
});
