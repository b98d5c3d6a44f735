import { describe, expect, it } from "vitest";
import { rubric } from "@/test/data";
import { hasItems, itemOfKey, keyOfItem, rubricPoints, toggled } from "./rules";

describe("the points of a rubric", () => {
  it("are the sum of the chosen items, at most the question's", () => {
    const adding = rubric();
    expect(rubricPoints(adding, 5, [])).toBe(0);
    expect(rubricPoints(adding, 5, ["r-1", "r-3"])).toBe(2.5);
    expect(rubricPoints(adding, 2, ["r-1", "r-2", "r-3"])).toBe(2);
  });
  it("are what is left of the full points, at least nothing", () => {
    const deducting = rubric({ mode: "deduct" });
    expect(rubricPoints(deducting, 5, [])).toBe(5);
    expect(rubricPoints(deducting, 5, ["r-3"])).toBe(4.5);
    expect(rubricPoints(deducting, 2, ["r-1", "r-2"])).toBe(0);
  });
  it("ignore an item that the rubric no longer has", () => {
    expect(rubricPoints(rubric(), 5, ["gone"])).toBe(0);
    expect(toggled(rubric(), ["gone", "r-3"], "r-1")).toEqual(["r-1", "r-3"]);
    expect(toggled(rubric(), ["r-1", "r-3"], "r-3")).toEqual(["r-1"]);
  });
});

describe("the items of a rubric", () => {
  it("have the keys 1 to 9", () => {
    expect(itemOfKey(rubric(), "2")).toBe("r-2");
    expect(itemOfKey(rubric(), "4")).toBeNull();
    expect(itemOfKey(rubric(), "0")).toBeNull();
    expect(itemOfKey(rubric(), "j")).toBeNull();
    expect(keyOfItem(8)).toBe("9");
    expect(keyOfItem(9)).toBeNull();
  });
  it("may be missing, where only a model answer is kept", () => {
    expect(hasItems(rubric())).toBe(true);
    expect(hasItems(rubric({ items: [] }))).toBe(false);
    expect(hasItems(undefined)).toBe(false);
  });
});
