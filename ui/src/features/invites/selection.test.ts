import { describe, expect, it } from "vitest";
import { kept, NOTHING, toggle, toggleLoaded } from "./selection";

const ROWS = ["a", "b", "c", "d"];
const ids = (selection: typeof NOTHING) => [...selection.ids].sort();

describe("a selection of rows", () => {
  it("takes and clears single rows", () => {
    const one = toggle(NOTHING, ROWS, "b", false);
    expect(ids(one)).toEqual(["b"]);
    expect(ids(toggle(one, ROWS, "b", false))).toEqual([]);
  });
  it("takes and clears ranges in both directions", () => {
    const up = toggle(toggle(NOTHING, ROWS, "d", false), ROWS, "b", true);
    expect(ids(up)).toEqual(["b", "c", "d"]);
    expect(ids(toggle(up, ROWS, "c", true))).toEqual(["d"]);
    expect(ids(toggle(NOTHING, ROWS, "c", true))).toEqual(["c"]);
  });
  it("does not fail on an anchor that has left the list", () => {
    const gone = { ...NOTHING, anchor: "z" };
    expect(ids(toggle(gone, ROWS, "c", true))).toEqual(["c"]);
  });
  it("takes all loaded rows, then none", () => {
    const all = toggleLoaded(toggle(NOTHING, ROWS, "a", false), ROWS);
    expect(ids(all)).toEqual(ROWS);
    expect(toggleLoaded(all, ROWS)).toEqual(NOTHING);
  });
  it("leaves all that match when one row is cleared", () => {
    const rest = toggle({ ...NOTHING, all: true }, ROWS, "b", false);
    expect([rest.all, ids(rest)]).toEqual([false, ["a", "c", "d"]]);
  });
  it("drops rows that are gone", () => {
    const two = toggle(toggle(NOTHING, ROWS, "a", false), ROWS, "d", false);
    expect(ids(kept(two, ["a", "b"]))).toEqual(["a"]);
    expect(kept(two, ROWS)).toBe(two);
  });
});
