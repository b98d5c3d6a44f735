import { format } from "date-fns/format";
import { describe, expect, it } from "vitest";
import { dayNames } from "./day-names";

const SUNDAY = new Date(2026, 10, 1);
const shown = (tag: string, form: string) => format(SUNDAY, form, { locale: dayNames(tag) });

describe("names of days and months", () => {
  it.each([
    ["en", "Sunday, November 1, 2026", "November 2026", "Su"],
    ["de", "Sonntag, 1. November 2026", "November 2026", "So"],
    ["fr", "dimanche 1 novembre 2026", "novembre 2026", "dim"],
    ["pl", "niedziela, 1 listopada 2026", "listopad 2026", "N"],
    ["ja", "2026年11月1日日曜日", "11月 2026", "日"],
  ])("in %s", (tag, day, month, column) => {
    expect(shown(tag, "PPPP")).toBe(day);
    expect(shown(tag, "LLLL yyyy")).toBe(month);
    expect(shown(tag, "EEEEEE")).toBe(column);
  });

  it("leave the typed form as it is", () => {
    for (const tag of ["en", "de", "ar"]) expect(shown(tag, "MM/dd/yyyy")).toBe("11/01/2026");
  });
});
