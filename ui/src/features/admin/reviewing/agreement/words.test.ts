import { describe, expect, it } from "vitest";
import { kappaWords, pairWords } from "./words";

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
    expect(pairWords({ agreed: 17, to_settle: 1, settled: 2, kappa: 0.7 })).toBe(
      "17 of 20 answers have the same points from both markers.",
    );
  });
});
