import { describe, expect, it } from "vitest";
import { blankTest } from "./key";
import { cleaned, markedTests, marksOf } from "./marks";

describe("characters that are not seen", () => {
  it("are named", () => {
    expect(marksOf("yes\nno")).toEqual([]);
    expect(marksOf("\uFEFFyes\r\n")).toEqual(["a byte order mark", "line ends of Windows (CR)"]);
    expect(marksOf("12\u200B")).toEqual(["characters that are not seen"]);
  });

  it("are taken off, where they are not meant", () => {
    const tests = [
      { ...blankTest(), input: "\uFEFFyes\r\nno\r", output: "5" },
      { ...blankTest(), input: "a\u200B", output: "b\n" },
    ];
    expect(markedTests(tests)).toBe(1);
    const [first, second] = cleaned(tests);
    expect([first?.input, first?.output, second?.input]).toEqual(["yes\nno\n", "5", "a\u200B"]);
    expect(markedTests(cleaned(tests))).toBe(0);
  });
});
