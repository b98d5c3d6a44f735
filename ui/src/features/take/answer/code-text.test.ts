import { describe, expect, it } from "vitest";
import type { CandidateQuestion } from "@/api/types";
import { fitsCode, inLanguage, readCode, starterOf, writeCode } from "./code-text";

const base = { id: "q1", type: "coding", question: "Add.", points: 1 } as const satisfies CandidateQuestion;
const one: CandidateQuestion = { ...base, expected_language: "Go", starter_code: { Go: "package main" } };
const several: CandidateQuestion = {
  ...base,
  languages: ["Python", "Go"],
  starter_code: { Go: "package main" },
};

describe("code as an answer", () => {
  it("is its source where there is one language", () => {
    const answer = '{"language": "Go", "source": "x"}';
    expect(readCode(one, answer)).toEqual({ language: "Go", source: answer });
    expect(writeCode(one, { language: "Go", source: "x" })).toBe("x");
    expect(readCode(one, "")).toEqual({ language: "Go", source: "package main" });
    const cleared = { language: "Go", source: "" };
    expect(readCode(one, "", cleared)).toEqual(cleared);
  });

  it("takes more than its source beside a language", () => {
    const fits = (question: CandidateQuestion, source: string) =>
      fitsCode(question, { language: "Go", source });
    const lines = "x\n".repeat(30_000);
    expect([fits(one, lines), fits(several, lines)]).toEqual([true, false]);
    expect([fits(one, "x".repeat(65_537)), fits(several, "x".repeat(65_000))]).toEqual([false, true]);
  });

  it("names its language where there are several", () => {
    const code = { language: "Go", source: "package main\n" };
    expect(readCode(several, writeCode(several, code))).toEqual(code);
    expect(readCode(several, "print(1)")).toEqual({ language: "Python", source: "print(1)" });
    for (const other of ['{"language": "Java", "source": "x"}', "{1}", '{"language": "Go"}']) {
      expect(readCode(several, other)).toEqual({ language: "Python", source: other });
    }
    expect(writeCode(several, { language: "Go", source: " \n" })).toBe("");
  });

  it("begins in the language that was chosen, if the question still has it", () => {
    expect(starterOf(several, "Go")).toEqual({ language: "Go", source: "package main" });
    expect(starterOf(several, "Java")).toEqual({ language: "Python", source: "" });
    expect(starterOf(several)).toEqual({ language: "Python", source: "" });
  });

  it("keeps what was written when the language changes", () => {
    expect(inLanguage(several, { language: "Python", source: "" }, "Go").source).toBe("package main");
    expect(inLanguage(several, { language: "Go", source: "package main" }, "Python").source).toBe("");
    expect(inLanguage(several, { language: "Go", source: "mine" }, "Python").source).toBe("mine");
  });
});
