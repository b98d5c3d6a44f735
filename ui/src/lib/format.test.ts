import { describe, expect, it } from "vitest";
import { regional, viewerHours } from "@/i18n/format";
import { clock, formatDate, points, spent, zoneInWords } from "./format";

describe("format", () => {
  it("counts hours, minutes and seconds", () => {
    expect(clock(3661.9)).toBe("1:01:01");
    expect(clock(0)).toBe("0:00:00");
    expect(clock(-5)).toBe("0:00:00");
    expect(clock(36_000)).toBe("10:00:00");
  });
  it("uses the singular for exactly one point", () => {
    expect(points(1)).toBe("1 point");
    expect(points(0)).toBe("0 points");
    expect(points(5)).toBe("5 points");
  });
  it("formats durations", () => {
    expect([0, 59.6, 200, 3_900.4].map(spent)).toEqual(["0 s", "1 min 0 s", "3 min 20 s", "1 h 5 min"]);
    expect(spent(undefined)).toBe("–");
  });
  it("formats a time zone's long name", () => {
    expect(zoneInWords("Europe/Berlin", new Date("2026-01-10T00:00:00Z"))).toBe(
      "Central European Standard Time",
    );
  });
  it("uses the locale's hour cycle", () => {
    const at = new Date(2026, 0, 10, 14, 5);
    const shown = (locale: string) => new Intl.DateTimeFormat("en", viewerHours(locale)).format(at);
    expect(shown("en-US")).toMatch(/^2:05\sPM$/);
    expect(shown("de-DE")).toBe("14:05");
    expect(shown("en-GB")).toBe("14:05");
  });
  it("orders day and month as in the viewer's region, in English", () => {
    const at = new Date(2026, 0, 9);
    const format = { day: "numeric", month: "short", year: "numeric" } as const;
    const shown = (locale: string) => new Intl.DateTimeFormat(regional("en", locale), format).format(at);
    for (const locale of ["en-US", "en"]) expect(shown(locale)).toBe("Jan 9, 2026");
    for (const locale of ["en-GB", "de", "fr-FR"]) expect(shown(locale)).toBe("9 Jan 2026");
    // There is no English of Egypt: that of the United States.
    expect(shown("ar-EG")).toBe("Jan 9, 2026");
  });
  it("returns an empty string for a missing or malformed instant", () => {
    expect(formatDate(undefined)).toBe("");
    expect(formatDate("not a date")).toBe("");
  });
});
