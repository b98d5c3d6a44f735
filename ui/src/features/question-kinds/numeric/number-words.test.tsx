import { afterEach, expect, it } from "vitest";
import { ENGLISH, show } from "@/i18n";
import { readingWords, readNumber } from "./number";

afterEach(() => show(ENGLISH));

it.each([
  ["en", "1.5 or 1500 kg"],
  ["de", "1,5 oder 1500 kg"],
  ["pl", "1,5 lub 1500 kg"],
  ["ja", "1.5または1500 kg"],
  ["ar", "1.5 أو 1500 kg"],
])("a number that was read is said in the language of the page: %s", (tag, words) => {
  show({ tag, direction: "ltr", parts: {} });
  const read = readNumber("1,500 kg");
  expect(read && readingWords(read)).toBe(words);
});
