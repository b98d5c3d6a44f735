import { afterEach, expect, it } from "vitest";
import { ENGLISH, show } from "@/i18n";
import { formatEither, formatList, formatTime, withDecimalMark } from "./format";

afterEach(() => show(ENGLISH));

it.each([
  ["en", "A, B, and C", "A, B, or C", "3.5"],
  ["de", "A, B und C", "A, B oder C", "3,5"],
  ["fr", "A, B et C", "A, B ou C", "3,5"],
  ["es", "A, B y C", "A, B o C", "3,5"],
  ["pt-BR", "A, B e C", "A, B ou C", "3,5"],
  ["pl", "A, B i C", "A, B lub C", "3,5"],
  ["ar", "A وB وC", "A أو B أو C", "3.5"],
  ["ja", "A、B、C", "A、B、またはC", "3.5"],
])("lists and decimals are written as the language does: %s", (tag, all, one, number) => {
  show({ tag, direction: "ltr", parts: {} });
  expect(formatList(["A", "B", "C"])).toBe(all);
  expect(formatEither(["A", "B", "C"])).toBe(one);
  expect(withDecimalMark("3.5")).toBe(number);
  expect(withDecimalMark("6.02 × 10^23")).toBe(number === "3,5" ? "6,02 × 10^23" : "6.02 × 10^23");
  expect(withDecimalMark("1500")).toBe("1500");
});

it("the hour stays on one line with its half of the day", () => {
  show({ tag: "ar", direction: "rtl", parts: {} });
  // A clock of 24 hours where the machine has one.
  expect(formatTime(new Date(2026, 0, 10, 9, 30))).toMatch(/^(09:30|9:30\u00a0ص)$/);
});
