import { expect, it } from "vitest";
import { EMPTY, Wishes } from "./wall-wish";

const wish = (ids: string, focus: string | null = null) => ({ invite_ids: [...ids], focus });

it("applies one change at a time, and only the last of the pending ones", () => {
  const wishes = new Wishes();
  wishes.want(wish("abc"));
  expect(wishes.next()).toEqual(wish("abc"));
  expect(wishes.next()).toBeNull();
  wishes.want(wish("ab"));
  wishes.want(wish("abd", "d"));
  expect(wishes.next()).toBeNull();
  wishes.done();
  expect(wishes.next()).toEqual(wish("abd", "d"));
  wishes.done();
  expect(wishes.next()).toBeNull();
});

it("sends nothing when only the order changes, but does for a change of focus", () => {
  const wishes = new Wishes();
  wishes.want(wish("abc"));
  wishes.next();
  wishes.done();
  wishes.want(wish("cab"));
  expect(wishes.next()).toBeNull();
  wishes.want(wish("cab", "a"));
  expect(wishes.next()).toEqual(wish("cab", "a"));
});

it("retries after a failure, and resends everything on a new connection", () => {
  const wishes = new Wishes();
  expect(wishes.next()).toEqual(EMPTY);
  wishes.done();
  wishes.want(wish("a"));
  wishes.next();
  wishes.failed();
  expect(wishes.next()).toEqual(wish("a"));
  wishes.done();
  wishes.repeat();
  expect(wishes.next()).toEqual(wish("a"));
  wishes.reset();
  expect(wishes.next()).toEqual(wish("a"));
});
