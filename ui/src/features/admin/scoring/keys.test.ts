import { describe, expect, it } from "vitest";
import { keyAction, moved, nextPending } from "./keys";

const press = (key: string, changes = {}) =>
  keyAction({ key, ctrlKey: false, metaKey: false, altKey: false, inField: false, ...changes });

describe("keys of a reviewer", () => {
  it("score and move", () => {
    expect(press("1")).toBe("correct");
    expect(press("2")).toBe("partial");
    expect(press("3")).toBe("wrong");
    expect(press("J")).toBe("next");
    expect(press("k")).toBe("previous");
    expect(press("?")).toBe("help");
    expect(press("x")).toBeNull();
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
