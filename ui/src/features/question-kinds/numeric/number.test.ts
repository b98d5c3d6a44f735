import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readingWords, readNumber } from "./number";

/** The cases of the server's own reader. */
const SERVER = readFileSync(
  new URL("../../../../../src/domain/question/number_tests.rs", import.meta.url),
  "utf8",
);
const unescaped = (text: string) =>
  text.replace(/\\u\{([0-9a-f]+)\}/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));

function body(test: string): string {
  const start = SERVER.indexOf(`fn ${test}()`);
  expect(start).toBeGreaterThan(0);
  return SERVER.slice(start, SERVER.indexOf("\n}\n", start));
}

const pairs = (test: string) =>
  [...body(test).matchAll(/^ {8}\("(.*?)", "(.*?)"\),$/gm)].map(([, text, value]) => [
    unescaped(text ?? ""),
    unescaped(value ?? ""),
  ]);

describe("numbers are read as the server reads them", () => {
  it.each([...pairs("marks_spaces_and_signs"), ...pairs("exponents")])("%j is %s", (text, value) => {
    expect(readNumber(text ?? "")?.values).toEqual([value]);
  });

  it.each(pairs("units"))("%j has the unit %s", (text, unit) => {
    // The server also folds spellings of a unit; whether there is one must be the same.
    const read = readNumber(text ?? "");
    expect(read).toBeDefined();
    expect(read?.unit === "").toBe(unit === "");
  });

  const refused = [...body("what_is_no_number_is_not_guessed").matchAll(/^ {8}"(.*)",$/gm)].map(([, text]) =>
    unescaped(text ?? ""),
  );
  it.each([...refused, "1".repeat(61), " ".repeat(201)])("%j is no number", (text) => {
    expect(readNumber(text)).toBeUndefined();
  });

  it("finds the server's cases", () => {
    expect(pairs("marks_spaces_and_signs").length).toBeGreaterThan(15);
    expect(pairs("exponents").length).toBeGreaterThan(10);
    expect(pairs("units").length).toBeGreaterThan(10);
    expect(refused.length).toBeGreaterThan(20);
  });
});

describe("a reading in words", () => {
  it.each([
    ["3,50 kg", "3.5 kg"],
    ["1,500", "1.5 or 1500"],
    ["-123.456", "-123.456 or -123456"],
    ["$ 5", "5 $"],
    ["6.02e23", "6.02 × 10^23"],
    ["1e-300", "1 × 10^-300"],
    ["0e5", "0"],
    ["007", "7"],
    ["1.5 * 10 ^ 6", "1500000"],
    ["5 ㎏", "5 ㎏"],
  ])("%j is %s", (text, words) => {
    const read = readNumber(text);
    expect(read && readingWords(read)).toBe(words);
  });
});
