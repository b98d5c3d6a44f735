import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { drawnTexts, firstLine, lineOf } from "./plain";

const SAMPLE: unknown = JSON.parse(
  readFileSync(
    new URL("../../../../tests/integration/fixtures/rich-text/sample.json", import.meta.url),
    "utf8",
  ),
);

describe("a tree as one line", () => {
  it("has its text, without marks", () => {
    const line = lineOf(SAMPLE, "");
    expect(line).toMatch(/^Sorting Read this and that, a < b, the manual/);
    expect(line).not.toMatch(/\n|\*\*|\[object|undefined/);
    expect(line).toContain("one nested two");
  });

  it("is the source of a plain text", () => {
    expect(lineOf(undefined, " # no\nheading ")).toBe("# no heading");
    expect(lineOf({ plain: "x" }, "2*3*4")).toBe("2*3*4");
  });
});

describe("where a gap can be drawn", () => {
  it("is in text and code, not in formulas and pictures", () => {
    const tree = {
      rich: [
        { p: [{ t: "[[g1]]" }, { math: { tex: "[[g2]]", block: false, nodes: [{ t: "[[g2]]" }] } }] },
        {
          code: [
            null,
            [
              ["k", "[[g"],
              [null, "3]]"],
            ],
          ],
        },
        { ul: [[{ line: [{ em: [{ code: "[[g4]]" }] }, { img: ["ab", "[[g5]]"] }] }]] },
        { table: { align: ["left"], head: [[{ t: "[[g6]]" }]], rows: [] } },
      ],
    };
    expect(drawnTexts(tree)).toEqual(["[[g1]]", "[[g3]]", "[[g4]]", "[[g6]]"]);
  });
});

describe("firstLine", () => {
  it("is the first prose, or everything where there is none", () => {
    const code = { code: ["Python", [[null, "print(1)"]]] };
    expect(
      firstLine(
        { rich: [code, { p: [{ t: "What does" }, "br", { t: "it print?" }] }, { p: [{ t: "x" }] }] },
        "",
      ),
    ).toBe("What does it print?");
    expect(firstLine({ rich: [code] }, "")).toBe("print(1)");
    expect(firstLine(undefined, "\n first \nsecond")).toBe("first");
  });
});
