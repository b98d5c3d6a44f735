import { describe, expect, it } from "vitest";
import type { FieldFigures } from "@/api/ranking";
import { sampled } from "@/test/data";
import { bulkWords, flagWords, keptWords, labelOf, provisionalNote, toldWords } from "./labels";

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
  it("draw gaps as lines", () => {
    expect(labelOf({ kind: "gaps", label: "A byte has [[bits]] bits. In a [[gr…" })).toBe(
      "A byte has ____ bits. In a ____…",
    );
    expect(labelOf({ kind: "essay", label: "What is [[x]] in wikis?" })).toBe("What is [[x]] in wikis?");
  });
  it("name whose decision stays", () => {
    const decision = {
      value: "reject",
      reason: "",
      by: "Grace",
      at: "2026-11-20T10:00:00Z",
      told: [],
    } as const;
    const rows = [
      { submission_id: "a", applicant_name: "Ann" },
      { submission_id: "b", applicant_name: "Ben" },
    ];
    const kept = (submission_id: string, current: typeof decision | null) =>
      ({ submission_id, outcome: "changed_meanwhile", current: { decision: current, version: 2 } }) as const;
    const outcomes = [kept("a", { ...decision, told: [] }), kept("b", null)];
    expect(keptWords(outcomes as never, rows)).toBe(
      "Decided on by a colleague meanwhile, and unchanged: Ann (rejected by Grace), Ben (no decision)",
    );
    expect(keptWords([{ submission_id: "a", outcome: "changed" }], rows)).toBe("");
  });
  it("sum up a decision on many", () => {
    const outcomes = ["changed", "changed", "unchanged", "not_found"].map((outcome) => ({ outcome }));
    expect(bulkWords(outcomes, "shortlist")).toBe(
      "2 candidates: shortlisted, 1 already, 1 deleted meanwhile",
    );
  });
});
