import { expect, it } from "vitest";
import { keyAction, keyWords } from "./keys";

const press = (key: string, changes = {}, inField = false) =>
  keyAction({ key, ctrlKey: false, metaKey: false, altKey: false, ...changes }, inField);

it("keys move through the list and decide", () => {
  expect(press("J")).toEqual({ move: 1 });
  expect(press("ArrowUp")).toEqual({ move: -1 });
  expect(press("1")).toEqual({ decide: "shortlist" });
  expect(press("2")).toEqual({ decide: "hold" });
  expect(press("3")).toEqual({ decide: "reject" });
  expect(press("0")).toEqual({ decide: null });
  expect(press("Enter")).toBeNull();
});

it("keys of a field or of the browser are no commands", () => {
  expect(press("1", {}, true)).toBeNull();
  expect(press("1", { ctrlKey: true })).toBeNull();
  expect(press("j", { metaKey: true })).toBeNull();
});

it("every shortcut is documented", () => {
  for (const key of ["j", "k", "1", "2", "3", "0", "ctrl z", "x", "/", "?"])
    expect(keyWords().some(([shown]) => shown.toLowerCase() === key)).toBe(true);
});
