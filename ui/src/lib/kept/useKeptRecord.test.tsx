import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { useSession } from "@/stores/session";
import { sampled } from "@/test/data";
import { keepTyped, readTyped } from "./store";
import { useKeptRecord } from "./useKeptRecord";

const STORED = { version: 3, place: "Hall", notes: "", people: ["a"], hidden: 1 };
type Stored = typeof STORED;
const valuesOf = ({ place, notes, people }: Stored) => ({ place, notes, people });

beforeEach(() => useSession.setState({ user: { ...sampled("User"), id: "ada" }, status: "signed_in" }));
afterEach(() => useSession.setState({ user: null, status: "anonymous" }));

function open() {
  const hook = renderHook(({ stored }) => useKeptRecord("session", stored, valuesOf), {
    initialProps: { stored: STORED },
  });
  const form = () => hook.result.current;
  return {
    form,
    type: (own: Partial<ReturnType<typeof valuesOf>>) => act(() => form().set((now) => ({ ...now, ...own }))),
    read: (now: Partial<Stored>) => hook.rerender({ stored: { ...STORED, ...now } }),
  };
}

it("puts own changes on top of theirs, with their version, and keeps these alone", () => {
  const { form, type, read } = open();
  type({ notes: "mine", people: ["a", "b"] });
  const theirs = { ...STORED, version: 4, place: "Library", people: ["a", "c"] };
  // A page that reads the record again makes none of it an own change.
  read(theirs);
  expect(form().shown()).toMatchObject({ values: { place: "Hall" }, version: 3 });
  type({ notes: "mine too" });
  act(() => form().meet(theirs));
  expect(form().theirs).toBe(theirs);
  const merged = { place: "Library", notes: "mine too", people: ["a", "c", "b"] };
  act(() => expect(form().keepMine(theirs)).toEqual({ values: merged, base: theirs, version: 4 }));
  expect(form().shown()).toEqual({ values: merged, base: theirs, version: 4 });
  expect(form().theirs).toBeUndefined();
  const own = { notes: "mine too", people: ["a", "c", "b"] };
  expect(readTyped("ada", "session")).toMatchObject({ value: own, version: 4 });
});

it("follows a version that differs in nothing of the form, and any while nothing is typed", () => {
  const { form, type, read } = open();
  read({ version: 4, place: "Library" });
  expect(form().shown()).toMatchObject({ values: { place: "Library" }, version: 4 });
  type({ notes: "mine" });
  read({ version: 5, place: "Library", hidden: 2 });
  expect(form().shown()).toMatchObject({ values: { notes: "mine" }, version: 5 });
});

it("sends what was typed earlier as a change of the version of then", () => {
  keepTyped("ada", "session", { value: { notes: "earlier" }, version: 2, at: Date.now() });
  const { form } = open();
  expect(form().shown()).toMatchObject({ values: { place: "Hall", notes: "earlier" }, version: 2 });
  act(() => expect(form().keepMine(STORED)).toMatchObject({ version: 3 }));
  expect(form().shown()).toMatchObject({ values: { notes: "earlier" }, version: 3 });
});

it("keeps what is typed while the form is sent", () => {
  const { form, type, read } = open();
  type({ notes: "sent" });
  const { values } = form().shown();
  type({ place: "typed on" });
  const now = { ...STORED, version: 4, notes: "sent" };
  act(() => form().saved(now, values));
  read(now);
  expect(form().shown()).toMatchObject({ values: { place: "typed on", notes: "sent" }, version: 4 });
  expect(readTyped("ada", "session")?.value).toEqual({ place: "typed on" });
});
