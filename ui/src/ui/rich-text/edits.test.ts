import { describe, expect, it } from "vitest";
import * as edits from "./edits";

/** A text with its selection between `<` and `>`, or a caret `|`. */
function parse(text: string): edits.Selected {
  const caret = text.indexOf("^");
  if (caret >= 0) return { text: text.replace("^", ""), start: caret, end: caret };
  const start = text.indexOf("«");
  return { text: text.replace(/[«»]/g, ""), start, end: text.indexOf("»") - 1 };
}

function show({ text, start, end }: edits.Selected): string {
  if (start === end) return `${text.slice(0, start)}^${text.slice(start)}`;
  return `${text.slice(0, start)}«${text.slice(start, end)}»${text.slice(end)}`;
}

const bold = (state: edits.Selected) => edits.wrapped(state, "**", "**", "bold");
const italic = (state: edits.Selected) => edits.wrapped(state, "*", "*", "italic");

describe("marks around a selection", () => {
  it.each([
    [bold, "a «b» c", "a **«b»** c"],
    [bold, "a **«b»** c", "a «b» c"],
    [bold, "a ^", "a **«bold»**"],
    [italic, "a «b»", "a *«b»*"],
    [italic, "a *«b»*", "a «b»"],
    [italic, "**«b»**", "***«b»***"],
    [edits.formula, "a ^b", "a $«x^2»$b".replace("x^2", "x^2")],
    [edits.formula, "«x + y»", "$«x + y»$"],
    [edits.formula, "a «x\ny»", "a \n\n$$\n«x\ny»\n$$"],
  ])("%o %s", (edit, before, after) => {
    expect(showPlain(edit(parse(before)))).toBe(after);
  });
});

/** Selections only: the placeholder of a formula has a caret of its own. */
function showPlain({ text, start, end }: edits.Selected): string {
  return `${text.slice(0, start)}«${text.slice(start, end)}»${text.slice(end)}`;
}

describe("lines", () => {
  it.each([
    [edits.listed, "a\n«b\nc»\nd", "a\n«- b\n- c»\nd"],
    [edits.listed, "«- b\n- c»", "«b\nc»"],
    [edits.listed, "«- b\nc\n»d", "«- b\n- c»\nd"],
    [edits.listed, "x^", "«- x»"],
    [edits.indented, "a\nb^", "a\n«  b»"],
    [edits.indented, "«a\n\nb»", "«  a\n\n  b»"],
    [edits.outdented, "«  a\n b\n\tc\nd»", "«a\nb\nc\nd»"],
  ])("%o %s", (edit, before, after) => {
    expect(show(edit(parse(before)))).toBe(after);
  });
});

describe("blocks", () => {
  it.each([
    [(s: edits.Selected) => edits.codeBlock(s, "rust"), "^", "```rust\n«code»\n```"],
    [(s: edits.Selected) => edits.codeBlock(s, ""), "a\n«x\n»b", "a\n\n```\n«x»\n```\n\nb"],
    [(s: edits.Selected) => edits.codeBlock(s, ""), "«```»", "````\n«```»\n````"],
    [edits.table, "a\n\n^", "a\n\n| «Column» | Column |\n|---|---|\n|  |  |\n|  |  |"],
    [edits.table, "«a|b\nc»", "| «Column» | Column |\n|---|---|\n| a\\|b |  |\n| c |  |"],
    [edits.link, "see «this»", "see [this](«https://»)"],
    [edits.link, "«https://a.example»", "[«text»](https://a.example)"],
    [edits.link, "^", "[text](«https://»)"],
    [(s: edits.Selected) => edits.picture(s, "ab"), "a ^", "a ![^](picture:ab)"],
  ])("%o %s", (edit, before, after) => {
    expect(show(edit(parse(before)))).toBe(after);
  });
});

describe("pictures without a description", () => {
  it.each([
    ["![](picture:ab)", true],
    ["a ![ ](picture:ab) b", true],
    ["![A box](picture:ab)", false],
    ["[](https://a.example)", false],
  ])("%j: %s", (text, found) => {
    expect(edits.hasUndescribed(text)).toBe(found);
  });
});

describe("Enter in a list", () => {
  it.each([
    ["- a^", "- a\n- ^"],
    ["  * a^b", "  * a\n  * ^b"],
    ["9. a^", "9. a\n10. ^"],
    ["1) a^", "1) a\n2) ^"],
    ["- a\n- ^", "- a\n^"],
    ["1. a\n2. ^\nb", "1. a\n^\nb"],
  ])("%j becomes %j", (before, after) => {
    const next = edits.continued(parse(before));
    expect(next && show(next)).toBe(after);
  });

  it.each(["a^", "^- a", "-^ a", "-a^", "«- a»", "```\n^"])("%j is the browser's", (before) => {
    expect(edits.continued(parse(before))).toBeUndefined();
  });
});
