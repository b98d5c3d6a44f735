import { describe, expect, it } from "vitest";
import { kappaWords, markersText, pairWords } from "./labels";

describe("agreement", () => {
  it("has a word for every kappa", () => {
    expect([1, 0.81, 0.7, 0.5, 0.3, 0, -0.2].map(kappaWords)).toEqual([
      "almost perfect",
      "almost perfect",
      "substantial",
      "moderate",
      "fair",
      "slight",
      "poor",
    ]);
  });
  it("counts pairs", () => {
    expect(pairWords({ agreed: 17, to_settle: 1, settled: 2, kappa: 0.7, questions: [] })).toBe(
      "17 of 20 answers have the same points from both markers.",
    );
  });
  it("of one question is a short line", () => {
    const of = (agreed: number, answers: number, kappa: number | null) =>
      markersText({ question_id: "q", agreed, answers, kappa });
    expect(of(12, 14, 0.778)).toBe("They agree on 12 of 14 answers, kappa 0.78 (substantial).");
    expect(of(1, 1, null)).toBe("They agree on 1 of 1 answer; too few or too alike for a kappa.");
  });
});
