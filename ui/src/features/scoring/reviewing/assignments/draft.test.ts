import { describe, expect, it } from "vitest";
import { itemsOf, percentOf, type Scope, scopeProblem, scopesOf, shareOf, splitAmong } from "./draft";

const item = (reviewer_id: string, changes = {}) => ({
  reviewer_id,
  question_id: null,
  share: 1,
  second: false,
  ...changes,
});

describe("assignments", () => {
  it("come back as they were read", () => {
    const items = [item("a"), item("b", { share: 2 }), item("a", { question_id: "q", second: true })];
    expect(itemsOf(scopesOf(items))).toEqual(items);
  });
  it("always have a scope for the whole test", () => {
    expect(scopesOf([])).toEqual([{ question_id: null, members: {} }]);
    expect(scopesOf([item("a", { question_id: "q" })]).map(({ question_id }) => question_id)).toEqual([
      null,
      "q",
    ]);
  });
  it("are split in equal parts, or by shares", () => {
    const [whole] = scopesOf([item("a", { share: 1 }), item("b", { share: 3 })]) as [Scope];
    expect(percentOf(whole, "b")).toBe(75);
    expect(percentOf(splitAmong(whole, [{ id: "a" }, { id: "b" }, { id: "c" }]), "c")).toBe(33);
    expect(percentOf(whole, "c")).toBeNull();
  });
  it("count first and second markers apart", () => {
    const [whole] = scopesOf([item("a"), item("b"), item("c", { second: true })]) as [Scope];
    expect(percentOf(whole, "a")).toBe(50);
    expect(percentOf(whole, "c")).toBe(100);
  });
  it("refuse a second marker alone, and odd shares", () => {
    const [alone] = scopesOf([item("a", { second: true })]) as [Scope];
    expect(scopeProblem(alone)).toMatch(/needs a first one/);
    const [odd] = scopesOf([item("a")]) as [Scope];
    odd.members.a = { part: "first", share: "1.5" };
    expect(scopeProblem(odd)).toMatch(/whole number/);
    expect([shareOf("0"), shareOf("101"), shareOf(""), shareOf("100")]).toEqual([null, null, null, 100]);
  });
});
