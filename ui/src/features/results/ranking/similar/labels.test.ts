import { describe, expect, it } from "vitest";
import { comparedWords, originWords, shareWords } from "./labels";

describe("words of similar answers", () => {
  it("never rounds a share up", () => {
    expect([0.999, 0.47, 1].map(shareWords)).toEqual(["99%", "47%", "100%"]);
  });

  it("says what the history shows, without accusing", () => {
    expect(originWords(null)).toBe("No history was kept.");
    expect(originWords({ held_at: null, typed_chars: 1, pasted_chars: 410 })).toBe(
      "1 character typed, 410 pasted.",
    );
    expect(originWords({ held_at: "2026-11-20T14:00:00Z", typed_chars: 0, pasted_chars: 3 })).toMatch(
      /^Half of the shared text was there at .*\. 0 characters typed, 3 pasted\.$/,
    );
  });

  it("gives no name before the first comparison", () => {
    const none = { test_title: "T", version: 0, running: null, answers: 0, pairs: [], total: 0 };
    expect(comparedWords({ ...none, compared_at: null, compared_by: null })).toBeNull();
    const made = { ...none, answers: 2, compared_at: "2026-11-20T14:00:00Z", compared_by: "Ada" };
    expect(comparedWords(made)).toMatch(/^Compared by Ada, .*: 2 answers\.$/);
  });
});
