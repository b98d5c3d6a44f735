import { describe, expect, it } from "vitest";
import type { Question } from "@/api/questions";
import { readinessOf } from "./readiness";

const code = (changes: Partial<Question>): Question => ({
  id: "q1",
  type: "coding",
  question: "Double it.",
  points: 10,
  expected_language: "Python",
  tests: [{ input: "1", output: "2", visible: false, weight: 1 }],
  reference_solutions: [{ language: "Python", source: "print(2)" }],
  ...changes,
});
const python = [{ name: "Python", toolchain: "Python 3.13" }];

describe("what a new test lacks", () => {
  it("is nothing where its code is judged and solved", () => {
    const people = code({ tests: [], reference_solutions: [], expected_language: "COBOL" });
    expect(readinessOf([code({}), people], python)).toEqual({
      cannot_start: null,
      lacks_runner: false,
      missing_languages: [],
      unsolved_questions: [],
      failed_solutions: [],
      running_solutions: false,
    });
  });

  it("is a runner, languages, and solutions of hidden tests", () => {
    expect(readinessOf([code({})], null).lacks_runner).toBe(true);
    const lacking = code({ languages: ["Swift", "Python", "Go"], reference_solutions: [] });
    expect(readinessOf([lacking, lacking], python)).toMatchObject({
      missing_languages: ["Go", "Swift"],
      unsolved_questions: ["Double it.", "Double it."],
    });
    const shown = code({
      tests: [{ input: "1", output: "2", visible: true, weight: 1 }],
      reference_solutions: [],
    });
    expect(readinessOf([shown], python).unsolved_questions).toEqual([]);
  });
});
