import { expect, it, vi } from "vitest";
import { ENGLISH, show } from "@/i18n";
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

it("writes percentages as the language of the page does", () => {
  vi.stubGlobal("document", { documentElement: {} });
  show({ tag: "de", direction: "ltr", parts: {} });
  expect([wholePercent(66.5), exactPercent(66.666)]).toEqual(["67\u00a0%", "66,7\u00a0%"]);
  show(ENGLISH);
  vi.unstubAllGlobals();
});

it("says of points that wait for a person that they are to review, of others what they wait for", () => {
  const words = (judging: "none" | "waiting" | "failed" | "done", waits_for_review: boolean) =>
    provisionalWords({
      earned_points: 0,
      auto_earned_points: 0,
      pending_points: 5,
      total_points: 5,
      provisional: true,
      judging,
      waits_for_review,
    });
  expect(words("none", true)).toBe("5 points to review");
  expect(words("done", true)).toBe("5 points to review");
  expect(words("waiting", false)).toBe("5 points to judge");
  expect(words("waiting", true)).toBe("5 points to judge and review");
  expect(words("failed", false)).toBe("5 points not judged");
  expect(words("failed", true)).toBe("5 points not judged or reviewed");
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
