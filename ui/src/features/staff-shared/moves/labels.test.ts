import { expect, it } from "vitest";
import { cautions, movesWords } from "./labels";

const preview = { up: 17, down: 3, unchanged: 380, crossing: 2, told: 1, decided: 0 };

it("a preview says what changes, and what deserves a second look", () => {
  expect(movesWords(preview)).toBe("17 go up, 3 down, 380 stay the same.");
  expect(cautions(preview)).toEqual([
    "2 cross the pass mark.",
    "1 was already told a decision. Nothing is sent.",
  ]);
  expect(cautions({ ...preview, crossing: 0, told: 0 })).toEqual([]);
});
