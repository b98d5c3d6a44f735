import { describe, expect, it } from "vitest";
import { agreementText } from "./agreement";

const of = (answers: number, kappa: number | null) => ({
  question_id: "q2",
  answers,
  blind: 5,
  kappa,
  may_score: false,
});

describe("the agreement of the AI with people", () => {
  it("says how many answers are missing", () => {
    expect(agreementText(of(12, null), 30)).toBe("12 of the 30 answers needed are scored by both.");
  });
  it("names kappa and what it rests on", () => {
    expect(agreementText(of(34, 0.716), 30)).toBe(
      "Cohen's kappa 0.72 on 34 answers, 5 scored by a person first.",
    );
    expect(agreementText(of(30, null), 30)).toContain("cannot be measured");
  });
});
