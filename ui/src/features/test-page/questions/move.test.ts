import { describe, expect, it } from "vitest";
import { blankSection, type Section, written } from "@/features/questions/content/sections";
import { movedBy, movedTo, placeOf } from "./move";

const item = (id: string) => written({ id, type: "essay", question: id, points: 1 });
const made = (...ids: string[][]): Section[] =>
  ids.map((some, place) => ({ ...blankSection(`s${place + 1}`), items: some.map(item) }));
const ids = (sections: Section[] | null) => sections?.map(({ items }) => items.map(({ id }) => id));

describe("an item of the outline", () => {
  it("moves within its section, and over the end of it into the next one", () => {
    const two = made(["a", "b"], ["c"]);
    expect(ids(movedBy(two, "a", 1))).toEqual([["b", "a"], ["c"]]);
    expect(ids(movedBy(two, "b", 1))).toEqual([["a"], ["b", "c"]]);
    expect(ids(movedBy(two, "c", -1))).toEqual([["a", "b", "c"], []]);
  });

  it("stays where there is no further place", () => {
    const two = made(["a"], ["b"]);
    expect(movedBy(two, "a", -1)).toBeNull();
    expect(movedBy(two, "b", 1)).toBeNull();
    expect(movedBy(two, "x", 1)).toBeNull();
  });

  it("moves to a place of another section", () => {
    const two = made(["a", "b"], ["c", "d"]);
    expect(ids(movedTo(two, "a", "s2", 1))).toEqual([["b"], ["c", "a", "d"]]);
    expect(ids(movedTo(two, "a", "s2", Number.MAX_SAFE_INTEGER))).toEqual([["b"], ["c", "d", "a"]]);
    expect(movedTo(two, "x", "s2", 0)).toBe(two);
    expect(placeOf(two, "c")).toEqual({ place: 3, total: 4 });
  });
});
