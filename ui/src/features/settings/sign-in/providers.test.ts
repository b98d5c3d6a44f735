import { describe, expect, it } from "vitest";
import { linesOf, rolesOf } from "./providers";

describe("roles of groups", () => {
  it("are read from lines, and written as such", () => {
    const text = "hr = recruiter\ncn=Exams,dc=example = proctor: a, b";
    const roles = rolesOf(`${text}\n\n`);
    expect(roles).toEqual([
      { group: "hr", role: "recruiter" },
      { group: "cn=Exams,dc=example", role: "proctor", tests: ["a", "b"] },
    ]);
    expect(typeof roles === "string" || linesOf(roles)).toBe(text);
  });

  it("name the line that is none", () => {
    for (const line of ["hr", "hr = staff", "= admin", "hr = admin x"]) {
      expect(rolesOf(`all = viewer\n${line}`), line).toBe(line);
    }
    expect(rolesOf("")).toEqual([]);
  });
});
