import { describe, expect, it } from "vitest";
import { best, NOTHING, refreshed, type Selection, select, tiesGoOn, toggle, togglePage } from "./selection";
import type { RankingRow } from "./wire";

const row = (submission_id: string, rank: number | null, changes: Partial<RankingRow> = {}) =>
  ({ submission_id, rank, decision: null, ...changes }) as RankingRow;
const shown = [row("a", 1), row("b", 2), row("c", 2), row("d", 4), row("e", null)];
const ids = ({ rows }: Selection) => [...rows.keys()];

describe("rows of a ranking are selected", () => {
  it("one by one, and as a range with shift", () => {
    const one = toggle(NOTHING, shown, "d", false);
    expect(ids(toggle(one, shown, "b", true)).sort()).toEqual(["b", "c", "d"]);
    expect(ids(toggle(one, shown, "d", false))).toEqual([]);
  });
  it("over several pages", () => {
    const first = select(shown.slice(0, 2));
    const both = togglePage(first, shown.slice(2));
    expect(ids(both)).toHaveLength(5);
    expect(ids(togglePage(both, shown.slice(2)))).toEqual(["a", "b"]);
  });
  it("from an anchor of another page only themselves", () => {
    const other = toggle(NOTHING, [row("z", 9)], "z", false);
    expect(ids(toggle(other, shown, "c", true))).toEqual(["z", "c"]);
  });
  it("with what the page shows of them now", () => {
    const decided = row("a", 1, { decision_version: 4 });
    expect(refreshed(select(shown), [decided]).rows.get("a")).toBe(decided);
  });
});

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
