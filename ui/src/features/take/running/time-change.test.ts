import { expect, it, vi } from "vitest";
import { ENGLISH, show } from "@/i18n";
import { formatTime } from "@/lib/format";
import { changeWords, type Ends } from "./time-change";

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 12) + seconds * 1000).toISOString();
const by = (seconds: number): Ends => [at(0), at(seconds)];
const none: Ends = [undefined, undefined];

/** The time of day at which a test ends that ended at noon. */
const end = (seconds: number) => formatTime(at(seconds));

it.each<[string | undefined, Ends, Ends]>([
  [undefined, by(0), none],
  [undefined, by(4), by(-4)],
  [undefined, [undefined, at(0)], [at(0), undefined]],
  [`Your test now ends at ${end(600)}, 10 minutes later.`, by(600), none],
  [`Your test now ends at ${end(60)}, 1 minute later.`, by(60), by(3)],
  [`Your test now ends at ${end(129)}, 2 minutes 9 seconds later.`, by(129), none],
  [`Your test now ends at ${end(3_900)}, 1 hour 5 minutes later.`, by(3_900), none],
  [`Your test now ends at ${end(-300)}, 5 minutes earlier.`, by(-300), none],
  [
    `Your test now ends at ${end(1_800)} and this section at ${end(600)}, 10 minutes later.`,
    [at(1_200), at(1_800)],
    by(600),
  ],
  [
    `Your test now ends at ${end(600)}, 10 minutes later. This section now ends at ${end(120)}, 2 minutes later.`,
    by(600),
    by(120),
  ],
  [`This section now ends at ${end(30)}, 30 seconds later.`, by(0), by(30)],
])("says %s", (words, test, section) => {
  expect(changeWords(test, section)).toBe(words);
});

it("joins sentences without a space where a full stop brings its own", () => {
  vi.stubGlobal("document", { documentElement: {} });
  show({ tag: "ja", direction: "ltr", parts: {} });
  expect(changeWords(by(600), by(120))).toContain(", 10 minutes later.This section");
  show(ENGLISH);
  vi.unstubAllGlobals();
});
