import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { COMMANDS, commandOf, difference, shortcut } from "./commands";
import { t } from "./editor-texts";
import { RichTextEditor } from "./RichTextEditor";

const keys = (code: string, more: object = {}) => ({
  code,
  ctrlKey: true,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...more,
});

describe("shortcuts", () => {
  it.each(COMMANDS)("$name has one of its own", (command) => {
    const pressed = keys(command.code, { shiftKey: Boolean(command.shift) });
    expect(commandOf(pressed)).toBe(command);
    expect(commandOf({ ...pressed, ctrlKey: false, metaKey: true })).toBe(command);
    expect(commandOf({ ...pressed, ctrlKey: false })).toBeUndefined();
    expect(commandOf({ ...pressed, altKey: true })).toBeUndefined();
  });

  it("indent with brackets, so that Tab leaves the field", () => {
    const state = { text: "a", start: 0, end: 1 };
    const indent = commandOf(keys("BracketRight"));
    expect(typeof indent === "function" && indent(state).text).toBe("  a");
    expect(commandOf(keys("Tab"))).toBeUndefined();
  });

  it("are shown as the system writes them", () => {
    const command = COMMANDS.find(({ name }) => name === "codeBlock");
    if (!command) throw new Error("no such command");
    expect(shortcut(command, false)).toEqual({ shown: "Ctrl+Shift+E", aria: "Control+Shift+E" });
    expect(shortcut(command, true)).toEqual({ shown: "⇧⌘E", aria: "Meta+Shift+E" });
  });
});

describe("the smallest change", () => {
  it.each([
    ["abc", "abc", { from: 3, to: 3, insert: "" }],
    ["abc", "a**b**c", { from: 1, to: 2, insert: "**b**" }],
    ["aaa", "aa", { from: 2, to: 3, insert: "" }],
    ["aa", "aaa", { from: 2, to: 2, insert: "a" }],
    ["", "x", { from: 0, to: 0, insert: "x" }],
  ])("from %j to %j", (before, after, expected) => {
    expect(difference(before, after)).toEqual(expected);
    const { from, to, insert } = expected;
    expect(before.slice(0, from) + insert + before.slice(to)).toBe(after);
  });
});

describe("the editor", () => {
  const preview = () => Promise.resolve({ plain: "" });
  const draw = (more: object = {}) =>
    renderToStaticMarkup(<RichTextEditor value="" onChange={() => {}} preview={preview} {...more} />);

  it("names each button with its shortcut, and is one stop of the Tab key", () => {
    const drawn = draw({ upload: () => Promise.resolve("ab") });
    for (const { name } of COMMANDS) expect(drawn).toMatch(new RegExp(`aria-label="${t(name)} \\(.+?\\)"`));
    expect(drawn.match(/<button[^>]*tabindex="0"/gi)).toHaveLength(1);
    expect(drawn).toContain('role="toolbar"');
  });

  it("has no picture button where none can be stored", () => {
    expect(draw()).not.toContain("Picture (");
  });
});
