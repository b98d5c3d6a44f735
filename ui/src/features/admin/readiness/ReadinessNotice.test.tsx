import { describe, expect, it } from "vitest";
import { readinessWords } from "./ReadinessNotice";

const ready = { cannot_start: null, lacks_runner: false, missing_languages: [] };

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

  it("names no languages where there is no runner at all", () => {
    const words = readinessWords({ ...ready, lacks_runner: true, missing_languages: ["Go"] });
    expect(words).toHaveLength(1);
    expect(words[0]).toContain("no code runner is connected");
  });
});
