import { describe, expect, it } from "vitest";
import type { Question } from "@/api/questions";
import { blankCode, blankSolution, blankTest, codeProblem, readCode, scoringWords, writeCode } from "./key";

const question: Question = {
  id: "q1",
  type: "coding",
  question: "Add.",
  points: 5,
  expected_language: "Python",
  languages: ["Python", "Go"],
  starter_code: { Go: "package main" },
  tests: [
    { input: "1", output: "1", visible: true, weight: 0 },
    { input: "2", output: "2", visible: false, weight: 3, group: "large" },
  ],
  checker: "numbers",
  checker_tolerance: "0.01",
  time_limit_ms: 500,
  memory_limit_mb: 64,
  reference_solutions: [{ language: "Go", source: "package main" }],
  review: true,
};

describe("a coding question", () => {
  it("is written as it was read", () => {
    const { id: _, type: __, question: ___, points: ____, expected_language, ...code } = question;
    expect(writeCode(expected_language ?? "", readCode(question))).toEqual(code);
    expect(writeCode("Rust", blankCode())).toEqual({});
  });

  it("drops what belongs to a language that is gone", () => {
    const code = { ...readCode(question), others: [] };
    expect(writeCode("Python", code).starter_code).toBeUndefined();
    expect(codeProblem("Python", code)?.place).toBe("reference_solutions[0].language");
  });

  it("names the field that is wrong", () => {
    const code = { ...blankCode(), tests: [blankTest()] };
    expect(codeProblem("Go", code)).toBeNull();
    const place = (changes: Partial<typeof code>) => codeProblem("Go", { ...code, ...changes })?.place;
    expect(place({ tests: [blankTest(), { ...blankTest(), weight: "1.5" }] })).toBe("tests[1].weight");
    expect(place({ tests: [{ ...blankTest(), weight: "0" }] })).toBe("tests");
    expect(place({ checker: "numbers", tolerance: "-1" })).toBe("checker_tolerance");
    expect(place({ time_limit_ms: "99" })).toBe("time_limit_ms");
    expect(place({ memory_limit_mb: "2000" })).toBe("memory_limit_mb");
    expect(place({ solutions: [blankSolution("Go")] })).toBe("reference_solutions[0].source");
  });

  it("says who scores", () => {
    const visible = { ...blankTest(), visible: true };
    expect(scoringWords(blankCode())).toMatch(/people score/);
    expect(scoringWords({ ...blankCode(), tests: [visible] })).toMatch(/Add a hidden test/);
    expect(scoringWords({ ...blankCode(), tests: [visible, blankTest()] })).toMatch(/scored by these tests/);
  });
});
