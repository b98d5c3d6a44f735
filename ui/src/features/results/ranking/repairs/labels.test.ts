import { expect, it } from "vitest";
import { sampled } from "@/test/data";
import { changedSince, markWords, repairLine } from "./labels";

it("a conflict names what others added and undid", () => {
  const repair = (id: string, undone_by: string | null = null) => ({
    ...sampled("Repair"),
    id,
    action: "void" as const,
    value: null,
    reason: "Asked twice",
    undone_by,
  });
  const before = { version: 2, recalculating: false, repairs: [repair("a"), repair("b")] };
  const now = { ...before, version: 4, repairs: [repair("a"), repair("b", "Kim"), repair("c")] };
  expect(
    changedSince(before, now).map((found) => repairLine(found, found.id === "c" ? 3 : undefined)),
  ).toEqual(["Take the question out. Undone", "Question 3. Take the question out. Reason: Asked twice"]);
});

it("a mark says how many points a repair has changed, and why", () => {
  const repair = {
    id: "r",
    at: "2026-03-02T08:00:00Z",
    reason: "B is right",
    status_before: "wrong",
    earned_before: 0,
  } as const;
  const words = (action: "new_key" | "void", points: number) => markWords({ ...repair, action, points });
  expect(words("new_key", 2)).toBe("2 points added by a repair: B is right");
  expect(words("new_key", -1)).toBe("1 point taken by a repair: B is right");
  expect(words("void", -1)).toBe("Taken out of the score by a repair: B is right");
});
