import { expect, it } from "vitest";
import { poolUsageWords, type QuestionFigures, usageFigures, usageWords } from "./usage";

const figures = {
  asked: 240,
  tests: 3,
  mean: 61.2,
  discrimination: 0.344,
  median_seconds: 190,
  partial: false,
};

it("shows the figures of a question, and that there are too few answers", () => {
  const few = { asked: 1, tests: 1, mean: null, discrimination: null, median_seconds: null, partial: false };
  const values = (known: QuestionFigures) => usageFigures(known).map(({ value }) => value);
  expect(usageWords(figures)).toBe("Asked 240 times in 3 tests");
  expect(values(figures)).toEqual(["61%", "0.34", "3 min 10 s"]);
  const partial = { ...figures, discrimination: null, median_seconds: null, partial: true };
  expect(usageWords(partial)).toBe("Asked at least 240 times in 3 tests");
  expect(usageFigures(partial)).toEqual([{ label: "Mean score", value: "61%" }]);
  expect(usageWords(few)).toBe("Asked 1 time in 1 test: too few answers yet.");
  expect(values(few)).toEqual([]);
  expect(usageWords({ ...few, asked: 0, tests: 0 })).toBe("No final result has an answer to it yet.");
});

it("names the questions of a pool that are furthest apart", () => {
  const member = (name: string, mean: number) => ({ id: name, name, asked: 20, mean });
  const pool = {
    ready: 5,
    measured: 4,
    easiest: member("Joins", 90),
    hardest: member("Windows", 40),
    partial: false,
  };
  expect(poolUsageWords({ ...pool, uneven: true })).toBe(
    "These questions differ much in difficulty: candidates earned 90% of the points of “Joins” and 40% of those of " +
      "“Windows” on average.",
  );
  expect(poolUsageWords({ ...pool, uneven: false })).toBe(
    "Mean scores from 40% to 90%, of 4 with enough answers.",
  );
  const unmeasured = { ...pool, measured: 1, easiest: null, hardest: null, uneven: false };
  expect(poolUsageWords(unmeasured)).toBe("Too few answers yet to compare how difficult they are.");
  expect(poolUsageWords({ ...unmeasured, ready: 1 })).toBeNull();
});
