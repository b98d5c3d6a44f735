import { describe, expect, it } from "vitest";
import { levelOf } from "./loudness";

describe("the level of the microphone", () => {
  it.each([
    ["silence", 0, 0],
    ["speech", 0.1, 0.6],
    ["a shout", 0.9, 1],
  ])("%s", (_, amplitude, level) => {
    const samples = Float32Array.from({ length: 64 }, (_, n) => (n % 2 ? amplitude : -amplitude));
    expect(levelOf(samples)).toBeCloseTo(level);
  });

  it("is 0 without samples", () => {
    expect(levelOf(new Float32Array())).toBe(0);
  });
});
