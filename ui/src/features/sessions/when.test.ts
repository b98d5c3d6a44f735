import { expect, it } from "vitest";
import { localInstant } from "@/lib/days";
import { formatDateTime, formatTime } from "@/lib/format";
import { spanWords } from "./when";

const at = (day: string, time: string) => localInstant(day, time)?.toISOString() ?? "";

it("has the date of an end on another day", () => {
  const starts_at = at("2026-03-02", "08:00");
  const [soon, later] = [at("2026-03-02", "17:00"), at("2026-03-04", "17:00")];
  const from = formatTime(starts_at);
  expect(spanWords(from, { starts_at, ends_at: null })).toBe(from);
  expect(spanWords(from, { starts_at, ends_at: soon })).not.toContain("2026");
  expect(spanWords(from, { starts_at, ends_at: soon })).toContain(formatTime(soon));
  expect(spanWords(from, { starts_at, ends_at: later })).toContain(formatDateTime(later));
});
