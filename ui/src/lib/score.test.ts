import { expect, it } from "vitest";
import { exactPercent, provisionalWords, scoreTone, wholePercent } from "./score";

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

it("says a provisional score in points, never in percent", () => {
  const score = {
    earned_points: 2,
    auto_earned_points: 2,
    pending_points: 60,
    total_points: 76,
    provisional: true,
  };
  expect(provisionalWords(score)).toBe("2 of 16 points, 60 points to review");
  expect(provisionalWords({ ...score, earned_points: 0, total_points: 60 })).toBe("60 points to review");
  expect(provisionalWords({ ...score, earned_points: 17 / 3 })).toBe(
    "5.67 of 16 points, 60 points to review",
  );
});
