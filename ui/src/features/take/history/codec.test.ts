import { describe, expect, it } from "vitest";
import { cleanAnswer } from "@/lib/answer-text";
import { applied, changeBetween, joined } from "./change";
import { decode, EDITS_LIMIT, type Edits, encode, SOURCE, type Step } from "./codec";

const step = (tick: number, position: number, deleted: number, inserted: string): Step => ({
  tick,
  source: SOURCE.typed,
  position,
  deleted,
  inserted,
});
const bytesOf = (edits: string | undefined) => [...atob(edits ?? "")].map((char) => char.charCodeAt(0));

describe("packed edits", () => {
  it("have the bytes that the server reads", () => {
    const edits: Edits = {
      base: 300,
      steps: [step(200, 0, 0, "é"), { ...step(203, 1, 1, "😀"), source: SOURCE.pasted }],
    };
    // Version, base, start; then ticks, source, position, deleted, length, UTF-8 of each step.
    expect(bytesOf(encode(edits))).toEqual([
      1, 0xac, 2, 0xc8, 1, 0, 0, 0, 0, 2, 0xc3, 0xa9, 3, 1, 1, 1, 4, 0xf0, 0x9f, 0x98, 0x80,
    ]);
    expect(decode(encode(edits) ?? "")).toEqual(edits);
  });

  it("are those of the published vector", () => {
    // docs/evidence.md#vectors
    const hex = "0104ac02000001000178010002000179";
    const packed = encode({ base: 4, steps: [step(300, 1, 0, "x"), step(301, 2, 0, "y")] });
    expect(
      bytesOf(packed)
        .map((byte) => byte.toString(16).padStart(2, "0"))
        .join(""),
    ).toBe(hex);
  });

  it("hold numbers beyond 32 bits and a mark of the byte order", () => {
    const edits: Edits = { base: 2 ** 53 - 1, steps: [step(0, 2 ** 31, 0, "\ufeffa")] };
    expect(decode(encode(edits) ?? "")).toEqual(edits);
  });

  it("are none without steps, and none beyond the limit", () => {
    expect(encode({ base: 1, steps: [] })).toBeUndefined();
    const long = (bytes: number) => encode({ base: 0, steps: [step(0, 0, 0, "a".repeat(bytes))] });
    expect(long((EDITS_LIMIT / 4) * 3 - 10)).toHaveLength(EDITS_LIMIT);
    expect(long((EDITS_LIMIT / 4) * 3 - 9)).toBeUndefined();
  });

  it.each([
    "",
    "!",
    "AA==",
    btoa("\x01\x00"),
    btoa("\x01\x00\x00\x00\x09\x00\x00\x00"),
    btoa("\x02\x00\x00"),
  ])("are not read from %j", (text) => expect(decode(text)).toBeUndefined());
});

describe("the change between two texts", () => {
  it.each([
    ["", "", 0, 0, ""],
    ["", "a", 0, 0, "a"],
    ["abc", "abXc", 2, 0, "X"],
    ["abc", "ac", 1, 1, ""],
    ["aa", "aaa", 2, 0, "a"],
    // Both start with the same half of a pair, or end with it.
    ["😀", "😁", 0, 2, "😁"],
    ["a\u{1f600}", "a\u{1f601}b", 1, 2, "\u{1f601}b"],
    ["\u{10400}", "\u{10800}", 0, 2, "\u{10800}"],
    ["😀", "😀😀", 2, 0, "😀"],
  ])("from %j to %j", (before, after, position, deleted, inserted) => {
    const change = changeBetween(before, after);
    expect(change).toEqual({ position, deleted, inserted });
    expect(applied(before, change)).toBe(after);
  });

  it("never splits a pair, whatever the texts", () => {
    const parts = ["a", "b", "é", "\u{1f600}", "\u{1f601}", "\u{10400}", "\u{10800}", "\n"];
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    const text = () => Array.from({ length: random(12) }, () => parts[random(parts.length)]).join("");
    for (let run = 0; run < 3_000; run++) {
      const [before, after] = [text(), text()];
      const change = changeBetween(before, after);
      expect(applied(before, change)).toBe(after);
      for (const part of [change.inserted, before.slice(0, change.position)])
        expect(cleanAnswer(part), `${before} -> ${after}`).toBe(part);
      const rest = before.slice(change.position + change.deleted);
      expect(cleanAnswer(rest)).toBe(rest);
    }
  });

  it("joins what continues or takes back the one before", () => {
    const ab = { position: 3, deleted: 1, inserted: "ab" };
    expect(joined(ab, { position: 5, deleted: 0, inserted: "c" })).toEqual({ ...ab, inserted: "abc" });
    expect(joined(ab, { position: 4, deleted: 1, inserted: "" })).toEqual({ ...ab, inserted: "a" });
    expect(joined(ab, { position: 2, deleted: 0, inserted: "c" })).toBeUndefined();
    expect(joined(ab, { position: 5, deleted: 1, inserted: "" })).toBeUndefined();
  });
});
