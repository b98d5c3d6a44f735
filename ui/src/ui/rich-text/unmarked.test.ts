import { describe, expect, it } from "vitest";
import { firstWordsOf, wordsOf } from "./unmarked";

describe("the words of a Markdown source", () => {
  it.each([
    ["What does `a * b` *really* return?", "What does a * b really return?"],
    ["Use **`git rebase`** or __merge__.", "Use git rebase or merge."],
    ["``a ` b`` and ~~~ in text", "a ` b and ~~~ in text"],
    ["## Sorting `xs` ##\n\nMore.", "Sorting xs"],
    ["Title\n=====\nText", "Title"],
    ["> quoted **words**", "quoted words"],
    ["1. first\n2. second", "first"],
    ["- [the manual](https://a.example/b) says", "the manual says"],
    [`See ![a box](picture:${"0a".repeat(32)}) here`, "See a box here"],
    ["One line\nand the next.\n\nAnother.", "One line and the next."],
    ["Before:\n```sql\nSELECT 1\n```", "Before:"],
    ["```python\nx = [1]\n```\n\nWhat is `x`?", "What is x?"],
    ["```python\nprint(1)\n```", "print(1)"],
    ["snake_case_name and 2*3*4 and 2 * 3", "snake_case_name and 234 and 2 * 3"],
    ["Escaped \\*stars\\* and \\`ticks\\`", "Escaped *stars* and `ticks`"],
    ["The root $\\sqrt{2}$ costs $5-$10", "The root \\sqrt{2} costs $5-$10"],
    ["Rust has [[g1]] and `[[g2]]`.", "Rust has [[g1]] and [[g2]]."],
    ["<https://a.example> and a < b", "https://a.example and a < b"],
    ["| a | b |\n| --- | --- |", "| a | b |"],
    ["", ""],
  ])("%j is %j", (source, line) => {
    expect(firstWordsOf({ text: source, format: "markdown" })).toBe(line);
    expect(wordsOf({ text: source, format: "markdown" })).toBe(line);
  });

  it("are those of the tree where there is one, and a plain text is its own", () => {
    const content = { rich: [{ p: [{ t: "As" }] }, { p: [{ t: "stored" }] }] };
    expect(firstWordsOf({ text: "`x`", format: "markdown", content })).toBe("As");
    expect(wordsOf({ text: "`x`", format: "markdown", content })).toBe("As stored");
    expect(wordsOf({ text: "2 * 3 * 4 `x`", format: "plain" })).toBe("2 * 3 * 4 `x`");
  });
});
