import { describe, expect, it } from "vitest";
import { readinessWords } from "./ReadinessNotice";

const ready = {
  cannot_start: null,
  lacks_runner: false,
  missing_languages: [],
  unsolved_questions: [],
  failed_solutions: [],
  running_solutions: false,
};

describe("what a test lacks", () => {
  it("is nothing where candidates can start and their code is judged", () => {
    expect(readinessWords(ready)).toEqual([]);
  });

  it("is said in a sentence each", () => {
    const why = "A pool of section 1 draws 3 questions, but has only 0 ready ones left.";
    const [start, code] = readinessWords({ ...ready, cannot_start: why, missing_languages: ["Go", "PHP"] });
    expect(start).toBe(`No candidate can start. ${why}`);
    expect(code).toContain("Code in Go, PHP cannot be judged");
  });

  it("names each question whose hidden tests no solution passes", () => {
    const words = readinessWords({ ...ready, unsolved_questions: ["Double it.", "Halve it."] });
    expect(words).toHaveLength(2);
    expect(words[1]).toBe("No reference solution shows that the hidden tests can be passed: Halve it.");
  });

  it("names each question whose solutions do not do what they are for", () => {
    const objection = "The reference solution in Python does not pass all tests.";
    const words = readinessWords({ ...ready, failed_solutions: [{ question: "Double it.", objection }] });
    expect(words).toEqual([`${objection} The question: Double it.`]);
  });

  it("names translations that are not complete, and why", () => {
    const translations = [
      { language: "de", missing: 1, changed: 2 },
      { language: "fr", missing: 3, changed: 0 },
    ];
    expect(readinessWords({ ...ready, translations })).toEqual([
      "1 text is not translated into German. Candidates see the original there.",
      "The sources of 2 texts have changed since they were translated into German. Candidates see the original there.",
      "3 texts are not translated into French. Candidates see the original there.",
    ]);
  });

  it("names no languages where there is no runner at all", () => {
    const words = readinessWords({ ...ready, lacks_runner: true, missing_languages: ["Go"] });
    expect(words).toHaveLength(1);
    expect(words[0]).toContain("no code runner is connected");
  });
});
