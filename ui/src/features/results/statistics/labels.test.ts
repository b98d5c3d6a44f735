import { describe, expect, it } from "vitest";
import { difficulty, discrimination } from "./labels";

describe("labels of statistics", () => {
  it("hard, medium, easy", () => {
    expect([0, 0.29, 0.3, 0.84, 0.85, 1].map((share) => difficulty(share).label)).toEqual([
      "Hard",
      "Hard",
      "Medium",
      "Medium",
      "Easy",
      "Easy",
    ]);
  });
  it("discrimination index", () => {
    expect([-0.1, 0, 0.2, 0.4].map((value) => discrimination(value)?.label)).toEqual([
      "Negative, check the key",
      "Weak",
      "Good",
      "Very good",
    ]);
    expect(discrimination(undefined)).toBeNull();
  });
});
