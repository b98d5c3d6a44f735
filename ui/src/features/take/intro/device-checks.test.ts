import { describe, expect, it } from "vitest";
import { connectionWords } from "./device-checks";

describe("connection check message", () => {
  it.each<[number[], "good" | "bad", RegExp]>([
    [[], "bad", /does not answer/],
    [[20, 22, 18, 300, 21], "good", /in 21 ms/],
    [[0.2, 0.2, 0.2, 0.2, 0.2], "good", /in 1 ms/],
    [[20, 22], "bad", /lost/],
    [[900, 1_200, 1_000, 850, 990], "bad", /slow/],
  ])("%j", (times, state, text) => {
    expect(connectionWords(times)).toMatchObject({ state, text: expect.stringMatching(text) });
  });
});
