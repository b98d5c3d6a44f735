import { expect, it } from "vitest";
import { sampled } from "@/test/data";
import { funnelWords } from "./funnels";

const words = (changes: object) =>
  funnelWords({
    ...sampled("TestFunnel"),
    invited: 8,
    completed: 6,
    waiting_for_review: 0,
    median: 61,
    ...changes,
  });

it("says a median of five final results or more, and of fewer how many there are", () => {
  expect(words({})).toBe("8 invited, 6 done, median 61%");
  expect(words({ waiting_for_review: 4 }), "the score of two").toBe("8 invited, 6 done, 2 of 6 final");
  expect(words({ waiting_for_review: 6, median: undefined })).toBe("8 invited, 6 done, 0 of 6 final");
  expect(words({ completed: 1 })).toBe("8 invited, 1 done");
  expect(words({ invited: 0 })).toBe("No invitations yet");
});
