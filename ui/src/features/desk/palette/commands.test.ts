import { describe, expect, it } from "vitest";
import { rightsOf } from "@/lib/rights";
import { actionsAt, matches, testAt } from "./commands";

const ALL = { ready: true, any: true, may: () => true, mayAll: () => true };

describe("the commands", () => {
  it("are those that the person may do", () => {
    const recruiter = rightsOf({
      capabilities: [
        { capability: "invite", tests: ["t"] },
        { capability: "read_tests", tests: ["t"] },
      ],
    });
    const ids = (path: string) => actionsAt(path, recruiter).map(({ id }) => id);
    expect(ids("/admin/tests/t")).toEqual([
      "this-translations",
      "this-people",
      "this-invite",
      ...ids("/admin/tests/other"),
    ]);
    expect(ids("/admin")).toEqual(["invite", "bulk", "tests", "archived", "invites"]);
  });

  it("begin with those of the test that is shown", () => {
    expect(actionsAt("/admin/tests/t%201/people", ALL)[0]).toEqual({
      id: "this-questions",
      label: "This test: questions",
      to: "/admin/tests/t%201/questions",
    });
    expect(testAt("/admin")).toBeUndefined();
    expect(actionsAt("/admin", ALL)[0]?.label).toBe("Create Test");
    const ids = actionsAt("/admin/tests/t", ALL).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("are found by all words that are typed, in any order", () => {
    expect(matches("Backend engineer: first conversation", "first  back")).toBe(true);
    expect(matches("Backend engineer: first conversation", "first front")).toBe(false);
    expect(matches("Anything", " ")).toBe(true);
  });
});
