import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ADMIN_SLOTS, localDay, localInstant, openSlots } from "./days";

const zone = process.env.TZ;
beforeAll(() => {
  process.env.TZ = "America/New_York";
});
afterAll(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

describe("slots", () => {
  it("are the twelve hourly ones", () => {
    expect(ADMIN_SLOTS).toHaveLength(12);
    expect(ADMIN_SLOTS[0]).toEqual({ value: "09:00", label: "09:00 AM" });
    expect(ADMIN_SLOTS[3]?.label).toBe("12:00 PM");
    expect(ADMIN_SLOTS[11]).toEqual({ value: "20:00", label: "08:00 PM" });
  });

  it("exclude past slots of today", () => {
    const now = new Date("2026-07-01T16:30:00Z"); // 12:30 in New York
    expect(openSlots("2026-07-01", now)[0]?.label).toBe("01:00 PM");
    expect(openSlots("2026-07-02", now)).toHaveLength(12);
    expect(openSlots("2026-06-30", now)).toEqual([]);
  });
});

describe("instants", () => {
  it("are in the viewer's zone, in winter and in summer", () => {
    expect(localInstant("2026-01-15", "09:00")?.toISOString()).toBe("2026-01-15T14:00:00.000Z");
    expect(localInstant("2026-07-15", "09:00")?.toISOString()).toBe("2026-07-15T13:00:00.000Z");
  });
  it("are null for a malformed day or time", () => {
    expect(localInstant("2026-02-31", "09:00")).toBeNull();
    expect(localInstant("", "09:00")).toBeNull();
    expect(localInstant("2026-01-15", "")).toBeNull();
  });
  it("fall on the viewer's day", () => {
    expect(localDay(new Date("2026-01-15T03:00:00Z"))).toBe("2026-01-14");
  });
});
