import { describe, expect, it } from "vitest";
import { printIds, printParts, readIds, readParts } from "./answer";

/** A small generator of numbers with a fixed seed: the same cases in every run. */
function numbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const IDS = ["o1", "o2", "__proto__", "7", "a-b", "o3"];
const TEXTS = ["Paris", " 3,5 kg ", 'say "x"', "a\\b", "é\u2028", "{}", "0", "日本"];

describe("ids", () => {
  it("are read as they were printed", () => {
    const next = numbers(1);
    for (let round = 0; round < 500; round++) {
      const ids = IDS.map((id) => ({ id, at: next(1000) }))
        .sort((a, b) => a.at - b.at)
        .slice(0, next(IDS.length + 1))
        .map(({ id }) => id);
      expect(readIds(printIds(ids), IDS)).toEqual(ids);
      expect(printIds(ids) === "").toBe(ids.length === 0);
    }
  });

  it.each(["o1", "[1]", '["o9"]', '["o1","o1"]', '{"o1":"o2"}', "null", "[", '"o1"'])(
    "are not read from %s",
    (answer) => {
      expect(readIds(answer, IDS)).toBeUndefined();
    },
  );

  it.each(["", "  ", "[]"])("are missing in %j", (answer) => {
    expect(readIds(answer, IDS)).toEqual([]);
  });
});

describe("parts", () => {
  const known = (part: string) => IDS.includes(part);

  it("are read as they were printed", () => {
    const next = numbers(2);
    for (let round = 0; round < 500; round++) {
      const given = IDS.filter(() => next(2) === 1);
      const parts = new Map(given.map((part) => [part, TEXTS[next(TEXTS.length)] ?? ""]));
      const printed = printParts(parts, IDS);
      expect(readParts(printed, known)).toEqual(parts);
      expect(printed === "").toBe(parts.size === 0);
    }
  });

  it("leave out what is not filled in", () => {
    const parts = new Map([
      ["o2", "x"],
      ["o1", "  "],
    ]);
    expect(printParts(parts, IDS)).toBe('{"o2":"x"}');
    expect(printParts(new Map([["o1", " "]]), IDS)).toBe("");
    expect(readParts('{"o1":" ","o2":"x"}', known)).toEqual(new Map([["o2", "x"]]));
  });

  it("are equal strings in whatever order they were given", () => {
    const entries: [string, string][] = [
      ["o2", "b"],
      ["o1", "a"],
    ];
    expect(printParts(new Map(entries), IDS)).toBe(printParts(new Map(entries.toReversed()), IDS));
  });

  it.each(["x", "[]", '{"o1":1}', '{"o9":"x"}', "null", "{"])("are not read from %s", (answer) => {
    expect(readParts(answer, known)).toBeUndefined();
  });
});
