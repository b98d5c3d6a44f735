import { describe, expect, it } from "vitest";
import { rightsOf } from "./rights";

describe("rights", () => {
  it("hold for the whole site, or for the tests that they name", () => {
    const rights = rightsOf({
      capabilities: [{ capability: "watch", tests: ["one"] }, { capability: "read_tests" }],
    });
    expect([rights.may("watch"), rights.may("watch", "one"), rights.may("watch", "two")]).toEqual([
      true,
      true,
      false,
    ]);
    expect([rights.may("read_tests", "two"), rights.mayAll("read_tests"), rights.mayAll("watch")]).toEqual([
      true,
      true,
      false,
    ]);
    expect([rights.may("decide"), rights.mayAll("decide"), rights.any]).toEqual([false, false, true]);
  });

  it("do not count the scoring of assigned answers", () => {
    expect(rightsOf({ capabilities: [{ capability: "review" }] }).any).toBe(false);
    expect(rightsOf({ capabilities: [] }).any).toBe(false);
  });
});
