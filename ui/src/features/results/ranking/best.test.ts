import { describe, expect, it } from "vitest";
import type { RankingRow } from "@/api/ranking";
import { best, tiesGoOn } from "./best";

const row = (submission_id: string, rank: number | null) => ({ submission_id, rank }) as RankingRow;
const shown = [row("a", 1), row("b", 2), row("c", 2), row("d", 4), row("e", null)];

describe("the best of a ranking", () => {
  it("include all who share the last place, and none without a rank", () => {
    expect(best(shown, 1).map((r) => r.submission_id)).toEqual(["a"]);
    expect(best(shown, 2).map((r) => r.submission_id)).toEqual(["a", "b", "c"]);
    expect(best(shown, 10)).toHaveLength(4);
  });
  it("may share the last place with rows of the next page", () => {
    expect(tiesGoOn(shown.slice(0, 3), 2)).toBe(true);
    expect(tiesGoOn(shown.slice(0, 4), 2)).toBe(false);
    expect(tiesGoOn(shown, 2), "those without a rank stand last").toBe(false);
    expect(tiesGoOn(shown.slice(0, 1), 2)).toBe(false);
  });
});
