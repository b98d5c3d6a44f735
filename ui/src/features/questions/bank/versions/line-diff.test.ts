import { describe, expect, it } from "vitest";
import { lineDiff } from "./line-diff";

const SIGNS = { same: " ", added: "+", removed: "-" };
const diff = (before: string, after: string) =>
  lineDiff(before, after).map(({ kind, text }) => `${SIGNS[kind]}${text}`);

describe("the difference of two texts", () => {
  it("keeps common lines and marks the others", () => {
    expect(diff("a\nb\nc\nd", "a\nx\nc\nd\ne")).toEqual([" a", "-b", "+x", " c", " d", "+e"]);
    expect(diff("same\ntext", "same\ntext")).toEqual([" same", " text"]);
    expect(diff("a\na", "a\na\na")).toEqual([" a", " a", "+a"]);
  });

  it("holds both texts, whatever they are", () => {
    let seed = 1;
    const random = (most: number) => {
      seed = (seed * 48271) % 2147483647;
      return seed % most;
    };
    const text = () => Array.from({ length: random(12) }, () => "abc"[random(3)]).join("\n");
    for (let round = 0; round < 500; round += 1) {
      const [before, after] = [text(), text()];
      const lines = lineDiff(before, after);
      const without = (kind: string) =>
        lines
          .filter((line) => line.kind !== kind)
          .map((line) => line.text)
          .join("\n");
      expect(without("added")).toBe(before);
      expect(without("removed")).toBe(after);
    }
  });

  it("replaces the middle of huge texts instead of comparing all pairs", () => {
    const lines = (mark: string) => Array.from({ length: 1500 }, (_, n) => `${mark}${n}`).join("\n");
    expect(lineDiff(lines("a"), lines("b"))).toHaveLength(3000);
  });
});
