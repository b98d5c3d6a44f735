import { describe, expect, it } from "vitest";
import { capabilityWords, GRANTED_ROLES, grantWords, ROLE_WORDS } from "./labels";

describe("roles in words", () => {
  it("say how many tests they are for", () => {
    expect(grantWords({ role: "proctor", tests: ["a", "b"] })).toBe("Proctor of 2 tests");
    expect(grantWords({ role: "hiring_manager" })).toBe("Hiring manager");
  });

  it("are all there", () => {
    expect(Object.keys(ROLE_WORDS)).toEqual([...GRANTED_ROLES]);
    expect(capabilityWords("watch")).toBe("Watch running tests");
  });
});
