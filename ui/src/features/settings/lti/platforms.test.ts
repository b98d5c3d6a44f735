import { expect, test } from "vitest";
import { wordsOf } from "./platforms";

test("ids are read from lines and between commas", () => {
  expect(wordsOf(" 1, 2\n\n3 ,")).toEqual(["1", "2", "3"]);
  expect(wordsOf(" \n")).toEqual([]);
});
