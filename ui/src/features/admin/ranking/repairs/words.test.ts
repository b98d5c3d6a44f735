import { expect, it } from "vitest";
import { sampled } from "@/test/data";
import { cautions, changedSince, markWords, movesWords, repairLine } from "./words";

const preview = { up: 17, down: 3, unchanged: 380, crossing: 2, told: 1, decided: 0 };

it("a preview says what changes, and what deserves a second look", () => {
  expect(movesWords(preview)).toBe("17 go up, 3 down, 380 stay the same.");
  expect(cautions(preview)).toEqual([
    "2 cross the pass mark.",
    "1 was already told a decision. Nothing is sent.",
  ]);
  expect(cautions({ ...preview, crossing: 0, told: 0 })).toEqual([]);
});

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
