import { describe, expect, it } from "vitest";
import { keyAction, moved, nextPending } from "./keys";

const press = (key: string, changes = {}, rubric = false) =>
  keyAction({ key, ctrlKey: false, metaKey: false, altKey: false, inField: false, ...changes }, rubric);

describe("keys of a reviewer", () => {
  it("score and move", () => {
    expect(press("1")).toBe("full");
    expect(press("2")).toBe("partial");
    expect(press("3")).toBe("none");
    expect(press("h")).toBe("half");
    expect(press("0")).toBe("none");
    expect(press("J")).toBe("next");
    expect(press("k")).toBe("previous");
    expect(press("?")).toBe("help");
    expect(press("x")).toBeNull();
  });
  it("save from anywhere, also from the comment", () => {
    expect(press("Enter", { ctrlKey: true, inField: true })).toBe("save");
    expect(press("Enter", { metaKey: true })).toBe("save");
    expect(press("Enter")).toBeNull();
  });
  it("leave the digits to the items of a rubric", () => {
    expect(press("1", {}, true)).toBeNull();
    expect(press("0", {}, true)).toBe("none");
    expect(press("f", {}, true)).toBe("full");
  });
  it("never intercept keys of a field or the browser", () => {
    expect(press("1", { inField: true })).toBeNull();
    expect(press("1", { ctrlKey: true })).toBeNull();
    expect(press("n", { metaKey: true })).toBeNull();
  });
});

describe("moving through answers", () => {
  it("stays inside the list", () => {
    expect(moved(0, -1, 3)).toBe(0);
    expect(moved(2, 1, 3)).toBe(2);
    expect(moved(1, 1, 3)).toBe(2);
  });
  it("skips scored answers", () => {
    const answers = ["correct", "wrong", "pending", "partial"].map((manual_score_status) => ({
      manual_score_status,
    }));
    expect(nextPending(answers, 0)).toBe(2);
    expect(nextPending(answers, 2)).toBe(3);
    expect(nextPending(answers, 3)).toBe(3);
  });
});
