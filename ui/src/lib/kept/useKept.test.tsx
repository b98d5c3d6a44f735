import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useSession } from "@/stores/session";
import { sampled } from "@/test/data";
import { noteSending } from "./sending";
import { forgetOthers, keepTyped, readTyped } from "./store";
import { type KeptOptions, useKept } from "./useKept";

const as = (id: string) => useSession.setState({ user: { ...sampled("User"), id }, status: "signed_in" });
beforeEach(() => as("ada"));
afterEach(() => useSession.setState({ user: null, status: "anonymous" }));

function open<T>(key: string, initial: T, options: KeptOptions<T> = {}) {
  const hook = renderHook(
    (props: { initial: T; version: number }) =>
      useKept(key, props.initial, { ...options, version: props.version }),
    { initialProps: { initial, version: options.version ?? 0 } },
  );
  return {
    ...hook,
    get value() {
      return hook.result.current[0];
    },
    get kept() {
      return hook.result.current[2];
    },
    set: (next: T) => act(() => hook.result.current[1](next)),
  };
}

describe("what is typed", () => {
  it("is there again, is forgotten when it is as it was, and when it was sent", () => {
    const first = open("note", "");
    first.set("abc");
    expect(first.kept.isBack).toBe(false);
    cleanup();
    const again = open("note", "");
    expect([again.value, again.kept.isBack]).toEqual(["abc", true]);
    act(() => again.kept.sent());
    expect(readTyped("ada", "note")).toBeNull();
    again.set("x");
    again.set("");
    expect(readTyped("ada", "note")).toBeNull();
  });

  it("stays where it was typed while the rest was on its way", () => {
    const form = open("note", "");
    form.set("abc");
    act(noteSending);
    form.set("abc, and more");
    act(() => form.kept.sent());
    expect(readTyped("ada", "note")?.value).toBe("abc, and more");
    act(noteSending);
    act(() => form.kept.sent());
    expect(readTyped("ada", "note")).toBeNull();
  });

  it("of another tab stays when this one sends its own", () => {
    const here = open("note", "");
    here.set("mine");
    keepTyped("ada", "note", { value: "typed on there", version: 0, at: Date.now() });
    act(() => here.kept.sent());
    expect(readTyped("ada", "note")?.value).toBe("typed on there");
  });

  it("of another tab stays when this one throws its own away, or has none left", () => {
    const here = open<Record<string, string>>("texts", {});
    here.set({ title: "mine" });
    const theirs = { value: { title: "mine", text: "typed on there" }, version: 0, at: Date.now() };
    keepTyped("ada", "texts", theirs);
    here.set({});
    expect(readTyped("ada", "texts")?.value).toEqual(theirs.value);
    act(() => here.kept.discard());
    expect(readTyped("ada", "texts")?.value).toEqual(theirs.value);
    here.set({ title: "mine again" });
    here.set({});
    expect(readTyped("ada", "texts")).toBeNull();
    cleanup();
    // A form that shows it takes it for its own.
    keepTyped("ada", "texts", theirs);
    const again = open<Record<string, string>>("texts", {});
    act(() => again.kept.discard());
    expect(readTyped("ada", "texts")).toBeNull();
  });

  it("is only what differs of a record, against the version that was read", () => {
    const stored = { name: "Acme", text: "", key: "" };
    const first = open("company", stored, { version: 3, secrets: ["key"] });
    first.set({ ...stored, text: "mine", key: "secret" });
    expect(readTyped("ada", "company")).toMatchObject({ value: { text: "mine" }, version: 3 });
    first.rerender({ initial: { ...stored, name: "Theirs" }, version: 4 });
    first.set({ ...stored, name: "Theirs", text: "mine too", key: "" });
    cleanup();
    const again = open("company", { ...stored, name: "Theirs" }, { version: 4 });
    expect(again.value).toEqual({ name: "Theirs", text: "mine too", key: "" });
    expect([again.kept.isStale, again.kept.since]).toEqual([true, 3]);
    act(() => again.kept.discard());
    expect([again.value.text, again.kept.isStale, again.kept.since]).toEqual(["", false, 4]);
  });

  it("in another form than today's is not shown", () => {
    keepTyped("ada", "form", { value: { a: 1, gone: "x", b: "y" }, version: 0, at: Date.now() });
    expect(open("form", { a: "", b: "" }).value).toEqual({ a: "", b: "y" });
    keepTyped("ada", "text", { value: { a: 1 }, version: 0, at: Date.now() });
    expect(open("text", "").value).toBe("");
    localStorage.setItem("invigil_kept:ada:torn", "{");
    expect(open("torn", "").value).toBe("");
  });

  it("follows the record that is shown", () => {
    keepTyped("ada", "note 2", { value: "second", version: 0, at: Date.now() });
    const hook = renderHook(({ key }) => useKept(key, ""), { initialProps: { key: "note 1" } });
    act(() => hook.result.current[1]("first"));
    hook.rerender({ key: "note 2" });
    expect(hook.result.current[0]).toBe("second");
    hook.rerender({ key: "note 1" });
    expect(hook.result.current[0]).toBe("first");
  });

  it("is bounded, belongs to one account, and lasts without storage", () => {
    for (let n = 0; n < 105; n++)
      keepTyped("ada", `note ${n}`, { value: "x", version: 0, at: Date.now() + n });
    expect(Object.keys(localStorage)).toHaveLength(100);
    expect([readTyped("ada", "note 4"), readTyped("ada", "note 5")?.value]).toEqual([null, "x"]);
    expect(readTyped("bob", "note 5")).toBeNull();
    keepTyped("ada", "old", { value: "x", version: 0, at: Date.now() - 31 * 24 * 3_600_000 });
    expect(readTyped("ada", "old")).toBeNull();
    const huge = "x".repeat(600_000);
    keepTyped("ada", "huge", { value: huge, version: 0, at: Date.now() });
    expect(readTyped("ada", "huge")?.value).toBe(huge);
    forgetOthers("bob");
    expect(readTyped("ada", "huge")).toBeNull();
    expect(Object.keys(localStorage)).toEqual([]);
  });
});
