import { describe, expect, it } from "vitest";
import type { ScoringAnswer } from "@/api/types";
import { withChosen, withSnippet } from "@/lib/with-snippet";
import { partialPoints, rubricInput, scoreInput, scoreWords, statusOf, withAnswer } from "./score";

const answer = (changes: Partial<ScoringAnswer> = {}): ScoringAnswer => ({
  number: 1,
  id: "q1",
  question: "Why?",
  question_type: "essay",
  points: 5,
  answer: "Because.",
  manual_score_status: "pending",
  manual_score: null,
  review_comments: null,
  reviewed_at: null,
  scored_by_ai: false,
  rubric_items: [],
  by_rubric: false,
  version: 3,
  ...changes,
});

describe("partial points", () => {
  it.each([
    ["2.5", 2.5],
    ["2,5", 2.5],
    ["0", 0],
    ["5", 5],
    ["", 0],
    ["many", 0],
  ])("reads %j as %d", (text, value) => expect(partialPoints(text, 5)).toBe(value));
  it.each(["5.5", "-0.5", "2.25", "1e3"])("rejects %j", (text) => expect(partialPoints(text, 5)).toBeNull());
});

describe("typed points", () => {
  it("become the status that says the same", () => {
    expect(statusOf(5, answer())).toBe("correct");
    expect(statusOf(0, answer())).toBe("wrong");
    expect(statusOf(2.5, answer())).toBe("partial");
  });
  it("keep the status that a person gave while the points stay", () => {
    const all = answer({ manual_score_status: "partial", manual_score: 5 });
    expect(statusOf(5, all)).toBe("partial");
    expect(statusOf(0, answer({ manual_score_status: "void", manual_score: 0 }))).toBe("wrong");
  });
});

describe("a snippet", () => {
  it("is added to what was written", () => {
    expect(withSnippet(" ", "Good.")).toBe("Good.");
    expect(withSnippet("Clear.\n", "Good.")).toBe("Clear. Good.");
    expect(withChosen("Yes. ", "No.", ["Yes.", "No."])).toBe("No.");
    expect(withChosen("Yes, on paper.", "No.", ["Yes.", "No."])).toBe("Yes, on paper. No.");
  });
});

describe("the body of a score", () => {
  it("by a rubric has no points of its own", () => {
    expect(rubricInput(answer(), ["r-1"], " Good. ")).toEqual({
      rubric_items: ["r-1"],
      comments: "Good.",
      version: 3,
    });
  });

  it("contains points only if they do not follow from the status", () => {
    expect(scoreInput(answer(), "partial", 1.5, " good ")).toEqual({
      score_status: "partial",
      manual_score: 1.5,
      comments: "good",
      version: 3,
    });
    expect(scoreInput(answer(), "correct", 1.5, "")).not.toHaveProperty("manual_score");
  });
});

describe("score text", () => {
  it("names points", () => {
    expect(scoreWords(answer())).toBe("Not Scored");
    expect(scoreWords(answer({ manual_score_status: "partial", manual_score: 2.5 }))).toBe(
      "Partial, 2.5 of 5 points",
    );
    expect(scoreWords(answer({ manual_score_status: "correct", manual_score: 1, points: 1 }))).toBe(
      "Correct, 1 of 1 point",
    );
  });
});

describe("a scored submission", () => {
  const scores = {
    scoring_status: "needs_review" as const,
    auto_score: 10,
    manual_score: null,
    final_score: 10,
    earned_points: 1,
    auto_earned_points: 1,
    pending_points: 5,
    judging: "none" as const,
    total_points: 10,
    provisional: true,
  };
  it("updates only that answer and the sums", () => {
    const before = { ...scores, answers: [answer(), answer({ id: "q2" })] };
    const scored = answer({ manual_score_status: "wrong", manual_score: 0, version: 4 });
    const after = withAnswer(before, scored, {
      ...scores,
      scoring_status: "partially_reviewed",
      manual_score: 0,
    });
    expect(after.answers[0]).toMatchObject({ manual_score_status: "wrong", version: 4 });
    expect(after.answers[1]).toBe(before.answers[1]);
    expect(after).toMatchObject({ scoring_status: "partially_reviewed", manual_score: 0 });
  });
});
