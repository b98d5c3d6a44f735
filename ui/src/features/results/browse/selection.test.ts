import { describe, expect, it } from "vitest";
import { nothing, refreshed, type Selection, select, toggle, togglePage } from "./selection";

interface Row {
  submission_id: string;
  decision_version: number;
}
const row = (submission_id: string, decision_version = 0): Row => ({ submission_id, decision_version });
const shown = ["a", "b", "c", "d", "e"].map((id) => row(id));
const none = nothing<Row>();
const ids = ({ rows }: Selection<Row>) => [...rows.keys()];

describe("rows of a list are selected", () => {
  it("one by one, and as a range with shift", () => {
    const one = toggle(none, shown, "d", false);
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
    const other = toggle(none, [row("z")], "z", false);
    expect(ids(toggle(other, shown, "c", true))).toEqual(["z", "c"]);
  });
  it("with what the page shows of them now", () => {
    const decided = row("a", 4);
    expect(refreshed(select(shown), [decided]).rows.get("a")).toBe(decided);
  });
});
