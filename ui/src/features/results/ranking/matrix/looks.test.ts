import { expect, it } from "vitest";
import { cellWords, LOOKS, meanTone, meanWords } from "./looks";

it("cells differ without their colour", () => {
  const symbols = Object.values(LOOKS).map(({ symbol }) => symbol);
  expect(new Set(symbols).size).toBe(symbols.length);
  expect(cellWords({ status: "partial", earned: 1.5, points: 3 })).toBe("Partial, 1.5 of 3");
  expect(cellWords({ status: "pending", earned: null, points: 3 })).toBe("Waits for review");
});

it("a question that all failed stands out", () => {
  expect(meanWords(null)).toBe("–");
  expect(meanWords(0.124)).toBe("12.4%");
  expect([null, 0, 0.5, 1].map(meanTone)).toEqual(["neutral", "red", "amber", "green"]);
});
