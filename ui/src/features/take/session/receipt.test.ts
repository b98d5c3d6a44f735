import { describe, expect, it } from "vitest";
import type { SubmitReply } from "@/api/types";
import { endWords } from "../running/farewell";
import { endedBy } from "./receipt";

const reply = (submitted_by: SubmitReply["submitted_by"]): SubmitReply => ({
  score: 66.6,
  earned_points: 2,
  auto_earned_points: 2,
  pending_points: 0,
  judging: "none" as const,
  total_points: 3,
  provisional: false,
  submitted_at: "2026-11-20T10:00:00Z",
  submitted_by,
  answers_stored: 1,
  late: false,
});

describe("end message", () => {
  it("does not claim that the candidate submitted when another party ended the test", () => {
    expect(endWords(reply("candidate"), "asked")).toBe("Test submitted successfully! Score: 67%");
    expect(endWords(reply("deadline"), "ended")).toBe(
      "The time is up. Test submitted successfully! Score: 67%",
    );
    expect(endWords(reply("admin"), "ended")).toBe("Your administrator ended the test. Score: 67%");
  });

  it("claims no success while answers are missing", () => {
    expect(endWords(reply("candidate"), "asked", 1)).toBe("Test submitted. 1 answer not arrived yet.");
    expect(endWords(reply("deadline"), "time", 2)).toBe(
      "The time is up. Test submitted. 2 answers not arrived yet.",
    );
    expect(endWords(reply("admin"), "ended", 2)).toBe(
      "Your administrator ended the test. 2 answers not arrived yet.",
    );
  });

  it("says no percent while answers wait for a review", () => {
    const waiting = { ...reply("candidate"), provisional: true, pending_points: 60 };
    expect(endWords(waiting, "asked")).toBe("Test submitted successfully! Answers wait for a review.");
  });

  it("says no percent while a reviewer decides on late answers", () => {
    const late = { ...reply("deadline"), late: true };
    expect(endWords(late, "ended")).toBe(
      "The time is up. Test submitted successfully! Answers wait for a review.",
    );
  });

  it("distinguishes the deadline from the candidate's click", () => {
    expect(endedBy(reply("candidate"), "time")).toBe("deadline");
    expect(endedBy(reply("admin"), "time")).toBe("admin");
    expect(endedBy(reply("candidate"), "asked")).toBe("candidate");
  });
});
