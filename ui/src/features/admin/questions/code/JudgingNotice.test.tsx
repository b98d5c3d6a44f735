import { describe, expect, it } from "vitest";
import type { Test } from "@/api/types";
import { unjudged } from "./JudgingNotice";

const code = (languages: string[], tests: number) => ({
  type: "coding",
  languages,
  tests: Array.from({ length: tests }, () => ({ input: "1", output: "1" })),
});
const test = (...questions: object[]) => ({ questions }) as unknown as Test;

describe("the warning before invitations", () => {
  it("names the languages of tested code that no runner offers", () => {
    const offered = [{ name: "Rust", toolchain: "rust 1.0" }];
    expect(unjudged(test(code(["Rust", "Go"], 2), code(["Go", "PHP"], 1)), offered)).toEqual(["Go", "PHP"]);
    expect(unjudged(test(code(["Rust"], 2)), offered)).toEqual([]);
  });
  it("leaves out code that people score", () => {
    expect(unjudged(test(code(["Go"], 0), { type: "essay" }), null)).toEqual([]);
    expect(unjudged(test(code(["Go"], 1)), null)).toEqual(["Go"]);
  });
});
