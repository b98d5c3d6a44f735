import { describe, expect, it } from "vitest";
import { diff } from "./diff";

const SIGNS = { same: " ", added: "+", removed: "-" };
const linesOf = (before: string, after: string) => diff(before.split("\n"), after.split("\n"));
const shown = (before: string, after: string) =>
  linesOf(before, after).map(([kind, text]) => `${SIGNS[kind]}${text}`);

describe("the difference of two texts", () => {
  it("keeps common lines and marks the others", () => {
    expect(shown("a\nb\nc\nd", "a\nx\nc\nd\ne")).toEqual([" a", "-b", "+x", " c", " d", "+e"]);
    expect(shown("same\ntext", "same\ntext")).toEqual([" same", " text"]);
    expect(shown("a\na", "a\na\na")).toEqual([" a", " a", "+a"]);
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
      const lines = linesOf(before, after);
      const without = (kind: string) =>
        lines
          .filter(([change]) => change !== kind)
          .map(([, line]) => line)
          .join("\n");
      expect(without("added")).toBe(before);
      expect(without("removed")).toBe(after);
    }
  });

  it("replaces the middle of huge texts", () => {
    const lines = (mark: string) => Array.from({ length: 1500 }, (_, n) => `${mark}${n}`).join("\n");
    expect(linesOf(lines("a"), lines("b"))).toHaveLength(3000);
  });
});
