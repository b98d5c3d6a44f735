import { describe, expect, it } from "vitest";
import { sampled } from "@/test/data";
import type { FieldFigures } from "./wire";
import { bulkWords, flagWords, labelOf, provisionalNote, scoredWords, toldWords } from "./words";

describe("words of a ranking", () => {
  it("name signals as counts, never as a verdict", () => {
    const none = sampled("FlagCounts");
    expect(flagWords(none)).toBe("");
    const some = { ...none, pasted: 1, left_tab: 3, total: 4 };
    expect(flagWords(some)).toBe("left the tab 3, pasted text 1");
  });
  it("say what was last told", () => {
    expect(toldWords([])).toBeNull();
    const told = [
      { value: "shortlist" as const, at: "2026-11-02T10:00:00Z" },
      { value: "reject" as const, at: "2026-11-20T10:00:00Z" },
    ];
    expect(toldWords(told)).toBe("Told on Nov 20, 2026: rejected");
  });
  it("explain why some have no rank", () => {
    expect(provisionalNote({ provisional: 0 } as FieldFigures)).toBeNull();
    expect(provisionalNote({ provisional: 3 } as FieldFigures)).toMatch(/^3 submissions wait/);
  });
  it("give the points of what is scored, never a percentage", () => {
    const part = (earned: number, points: number) => ({ earned, points, pending: true });
    expect(scoredWords({ sections: [part(2, 40), null, part(0, 36)], pending_points: 60 })).toBe(
      "2 of 16 points",
    );
    expect(scoredWords({ sections: [], pending_points: 4 })).toBeNull();
    expect(scoredWords({ sections: [part(0, 4)], pending_points: 4 })).toBeNull();
  });
  it("draw gaps as lines", () => {
    expect(labelOf({ kind: "gaps", label: "A byte has [[bits]] bits. In a [[gr…" })).toBe(
      "A byte has ____ bits. In a ____…",
    );
    expect(labelOf({ kind: "essay", label: "What is [[x]] in wikis?" })).toBe("What is [[x]] in wikis?");
  });
  it("sum up a decision on many", () => {
    const outcomes = ["changed", "changed", "unchanged", "not_found"].map((outcome) => ({ outcome }));
    expect(bulkWords(outcomes, "shortlist")).toBe(
      "2 candidates: shortlisted, 1 already, 1 deleted meanwhile",
    );
  });
});
