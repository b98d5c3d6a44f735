import { afterEach, expect, it } from "vitest";
import { ENGLISH, show } from "@/i18n";
import { slotLabel } from "./slots";

afterEach(() => show(ENGLISH));

it.each([
  ["en", "09:30 AM", "05:00 PM"],
  ["ar", "9:30 ص", "5:00 م"],
  ["ja", "午前9:30", "午後5:00"],
])("a slot is said as the page's language does: %s", (tag, morning, evening) => {
  show({ tag, direction: "ltr", parts: {} });
  const said = (slot: string) => slotLabel(slot, { hourCycle: "h12" }).replace(/\s/g, " ");
  expect([said("09:30"), said("17:00")]).toEqual([morning, evening]);
  expect(slotLabel("17:00", { hourCycle: "h23" })).toBe("17:00");
});
