import { describe, expect, it } from "vitest";
import { onTop } from "@/lib/kept/onTop";
import { changedFields } from "./conflicts";

const BEFORE = { name: "Corp", issuer: "https://a", tests: ["1"] };
const NOW = { name: "Company", issuer: "https://a", tests: ["1", "2"] };

describe("a form that someone else was faster with", () => {
  it("puts own changes on top of theirs, and reverts none of theirs", () => {
    expect(onTop(BEFORE, NOW, { ...BEFORE, issuer: "https://b" })).toEqual({ ...NOW, issuer: "https://b" });
    expect(onTop(BEFORE, NOW, { ...BEFORE, tests: ["1"] })).toEqual(NOW);
    const of = (...tests: string[]) => ({ tests });
    expect(onTop(of("1", "2"), of("3", "1", "2"), of("1", "4"))).toEqual(of("3", "1", "4"));
    const headers = (...names: string[]) => ({ headers: names.map((name) => ({ name, value: "" })) });
    expect(onTop(headers("a"), headers("a", "b"), headers("a", "c"))).toEqual(headers("a", "b", "c"));
  });

  it("shows what they changed, with the own value where that was changed too", () => {
    const mine = { ...BEFORE, name: "Mine", issuer: "https://b" };
    expect(changedFields(["name", "issuer", "tests"], { before: BEFORE, now: NOW, mine }, String)).toEqual([
      { name: "name", theirs: "Company", mine: "Mine" },
      { name: "tests", theirs: "1,2" },
    ]);
    expect(changedFields(["name", "issuer"], { before: undefined, now: NOW, mine }, String)).toEqual([
      { name: "name", theirs: "Company", mine: "Mine" },
      { name: "issuer", theirs: "https://a", mine: "https://b" },
    ]);
  });
});
