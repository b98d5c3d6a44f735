import { afterEach, describe, expect, it } from "vitest";
import type { PublicInvite } from "@/api/types";
import { access, canReschedule, earliestSlot, firstView, latestSlot } from "./invite-state";
import { dayKey, firstDay, freeDays, slotInstant, slotLabel, slotsOf } from "./slots";

const zone = process.env.TZ;
afterEach(() => {
  process.env.TZ = zone ?? "UTC";
});
const in_ = (tz: string) => {
  process.env.TZ = tz;
};
const FAR = new Date("2030-01-01T00:00:00Z");

const HOURS = { first_slot: "09:00", last_slot: "17:30" };

describe("slots", () => {
  it("follow the hours of the company", () => {
    const wide = { first_slot: "06:30", last_slot: "20:00" };
    const slots = slotsOf(new Date(2026, 10, 23), wide, [new Date(2026, 10, 20), FAR]).map((s) => s.value);
    expect([slots[0], slots.at(-1), slots.length]).toEqual(["06:30", "20:00", 28]);
  });

  it("are the 18 half hours from 09:00 to 17:30", () => {
    const slots = slotsOf(new Date(2026, 10, 23), HOURS, [new Date(2026, 10, 20), FAR]).map((s) => s.value);
    expect(slots).toHaveLength(18);
    expect([slots[0], slots[1], slots.at(-1)]).toEqual(["09:00", "09:30", "17:30"]);
  });

  it.each([
    ["UTC", "2026-11-23T10:30:00.000Z"],
    ["America/New_York", "2026-11-23T15:30:00.000Z"],
    ["Asia/Kolkata", "2026-11-23T05:00:00.000Z"],
    ["Pacific/Auckland", "2026-11-22T21:30:00.000Z"],
  ])("are in the viewer's time zone in %s", (tz, iso) => {
    in_(tz);
    expect(slotInstant(new Date(2026, 10, 23), "10:30").toISOString()).toBe(iso);
  });

  it("keep the local time across a DST change", () => {
    in_("Europe/Berlin");
    expect(slotInstant(new Date(2026, 2, 28), "09:00").toISOString()).toBe("2026-03-28T08:00:00.000Z");
    expect(slotInstant(new Date(2026, 2, 29), "09:00").toISOString()).toBe("2026-03-29T07:00:00.000Z");
  });

  it("leave out times that a DST change skips, and have none twice", () => {
    const night = { first_slot: "01:00", last_slot: "03:30" };
    const on = (month: number, day: number) =>
      slotsOf(new Date(2026, month, day), night, [new Date(2026, 0, 1), FAR]).map((s) => s.value);
    in_("Europe/Berlin");
    expect(on(2, 29)).toEqual(["01:00", "01:30", "03:00", "03:30"]);
    expect(on(9, 25)).toEqual(["01:00", "01:30", "02:00", "02:30", "03:00", "03:30"]);
    // Half an hour is skipped.
    in_("Australia/Lord_Howe");
    expect(on(9, 4)).toEqual(["01:00", "01:30", "02:30", "03:00", "03:30"]);
  });

  it("are labelled in the viewer's hour cycle", () => {
    expect(slotLabel("09:30", { hourCycle: "h23" })).toBe("09:30");
    expect(slotLabel("09:30", { hourCycle: "h12" })).toBe("09:30 AM");
    expect(slotLabel("12:00", { hourCycle: "h12" })).toBe("12:00 PM");
    expect(slotLabel("17:30", { hourCycle: "h12" })).toBe("05:30 PM");
  });

  it("cannot be chosen once they have passed, nor at the end of the invite", () => {
    const day = new Date(2026, 10, 23);
    const free = slotsOf(day, HOURS, [new Date(2026, 10, 23, 12, 0), new Date(2026, 10, 23, 14, 0)]).filter(
      (s) => !s.disabled,
    );
    expect(free.map((s) => s.value)).toEqual(["12:30", "13:00", "13:30"]);
  });

  it("start at the opening of the window", () => {
    const opens = new Date(2026, 10, 23, 13, 0);
    const free = slotsOf(new Date(2026, 10, 23), HOURS, [opens, FAR], true).filter((s) => !s.disabled);
    expect(free[0]?.value).toBe("13:00");
  });

  it("cannot be chosen while the panel is busy", () => {
    in_("Europe/Berlin");
    const taken = [{ from: "2026-11-23T08:15:00Z", to: "2026-11-23T10:00:00Z" }];
    const around: [Date, Date] = [new Date(2026, 10, 20), FAR];
    const free = slotsOf(new Date(2026, 10, 23), HOURS, around, false, taken).filter((s) => !s.disabled);
    expect(free.slice(0, 2).map((s) => s.value)).toEqual(["09:00", "11:00"]);
    expect(free).toHaveLength(15);
  });

  it("lead to the first days on which one is free", () => {
    const noon = new Date(2026, 10, 23, 12, 0);
    const until = new Date(2026, 10, 27, 9, 30);
    const busy = [{ from: new Date(2026, 10, 24).toISOString(), to: new Date(2026, 10, 25).toISOString() }];
    const days = (count: number) =>
      freeDays(noon, until, count, (day) => slotsOf(day, HOURS, [noon, until], false, busy)).map(dayKey);
    expect(days(2)).toEqual(["2026-11-23", "2026-11-25"]);
    expect(days(9)).toEqual(["2026-11-23", "2026-11-25", "2026-11-26", "2026-11-27"]);
  });

  it("start tomorrow when today has none left", () => {
    expect(dayKey(firstDay(new Date(2026, 10, 23, 17, 29), FAR, HOURS))).toBe("2026-11-23");
    expect(dayKey(firstDay(new Date(2026, 10, 30, 17, 30), FAR, HOURS))).toBe("2026-12-01");
  });
});

const invite = (more: Partial<PublicInvite>): PublicInvite => ({
  id: "i",
  applicant_name: "A",
  applicant_email: "a@example.com",
  status: "sent",
  created_at: "2026-11-20T00:00:00Z",
  expires_at: "2026-12-04T00:00:00Z",
  closes_at: "2026-12-04T00:00:00Z",
  scheduled_date: null,
  admin_scheduled: false,
  no_schedule: false,
  ...more,
});
const NOW = new Date("2026-11-23T09:00:00Z");
const at = "2026-11-23T10:00:00Z";
const opens_at = "2026-11-23T09:55:00Z";

describe("invite", () => {
  it("opens at the confirmed view when its time is set", () => {
    expect(firstView(invite({}))).toBe("details");
    expect(firstView(invite({ no_schedule: true }))).toBe("details");
    expect(firstView(invite({ status: "scheduled", scheduled_date: at }))).toBe("confirmed");
    expect(firstView(invite({ admin_scheduled: true, scheduled_date: at }))).toBe("confirmed");
  });

  it("links to the test once it is open", () => {
    expect(access(invite({}), NOW).state).toBe("unscheduled");
    expect(access(invite({ no_schedule: true }), NOW).state).toBe("open");
    const scheduled = invite({ status: "scheduled", scheduled_date: at, opens_at });
    expect(access(scheduled, NOW)).toEqual({ state: "later", opens_at });
    expect(access(scheduled, new Date(opens_at)).state).toBe("open");
    expect(access(invite({ status: "in_progress" }), NOW).state).toBe("open");
  });

  it("offers the link's whole lifetime for a change of the time", () => {
    expect(latestSlot(invite({})).toISOString()).toBe("2026-12-04T00:00:00.000Z");
    const closing = invite({ status: "scheduled", scheduled_date: at, expires_at: "2026-11-24T10:00:00Z" });
    expect(latestSlot(closing).toISOString()).toBe("2026-11-24T10:00:00.000Z");
    expect(earliestSlot(invite({ slots_from: at }), NOW)).toEqual(new Date(at));
    expect(earliestSlot(invite({ slots_from: "2026-11-22T10:00:00Z" }), NOW)).toEqual(NOW);
    expect(earliestSlot(invite({}), NOW)).toEqual(NOW);
  });

  it("can be changed only by the candidate, and only before it begins", () => {
    const own = invite({ status: "scheduled", scheduled_date: at });
    expect(canReschedule(own, NOW)).toBe(true);
    expect(canReschedule(own, new Date(at))).toBe(false);
    expect(canReschedule({ ...own, admin_scheduled: true }, NOW)).toBe(false);
    expect(canReschedule({ ...own, status: "in_progress" }, NOW)).toBe(false);
  });
});
