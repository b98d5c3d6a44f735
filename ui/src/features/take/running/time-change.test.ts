import { expect, it, vi } from "vitest";
import { ENGLISH, show } from "@/i18n";
import { changeWords, type Ends } from "./time-change";

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 12) + seconds * 1000).toISOString();
const by = (seconds: number): Ends => [at(0), at(seconds)];
const none: Ends = [undefined, undefined];

it.each<[string | undefined, Ends, Ends]>([
  [undefined, by(0), none],
  [undefined, by(4), by(-4)],
  [undefined, [undefined, at(0)], [at(0), undefined]],
  ["10 minutes added to your time.", by(600), none],
  ["1 minute added to your time.", by(60), by(3)],
  ["2 minutes 9 seconds added to your time.", by(129), none],
  ["1 hour 5 minutes added to your time.", by(3_900), none],
  ["5 minutes taken off your time.", by(-300), none],
  ["10 minutes added to your time and this section.", by(600), by(600)],
  ["10 minutes added to your time. 2 minutes added to this section.", by(600), by(120)],
  ["30 seconds added to this section.", by(0), by(30)],
])("says %s", (words, test, section) => {
  expect(changeWords(test, section)).toBe(words);
});

it("joins sentences without a space where a full stop brings its own", () => {
  vi.stubGlobal("document", { documentElement: {} });
  show({ tag: "ja", direction: "ltr", parts: {} });
  expect(changeWords(by(600), by(120))).toBe(
    "10 minutes added to your time.2 minutes added to this section.",
  );
  show(ENGLISH);
  vi.unstubAllGlobals();
});
