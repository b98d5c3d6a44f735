import { describe, expect, it } from "vitest";
import {
  BLANK_INVITE,
  basicProblem,
  extraMinutes,
  type InviteDraft,
  scheduleProblem,
  toInvite,
} from "./draft";

const now = new Date(2026, 5, 1, 12);
const filled = (changes: Partial<InviteDraft> = {}): InviteDraft => ({
  ...BLANK_INVITE,
  test: "t1",
  name: " Ada Lovelace ",
  email: " ada@example.org ",
  ...changes,
});

describe("step 1", () => {
  it.each<[Partial<InviteDraft>, string | undefined]>([
    [{ test: "" }, "Please select a test"],
    [{ name: " " }, "Please fill in applicant name and email"],
    [{ email: "" }, "Please fill in applicant name and email"],
    [{ email: "ada" }, "Please enter a valid email address"],
    [{}, undefined],
  ])("%j", (changes, text) => {
    expect(basicProblem(filled(changes))?.text).toBe(text);
  });
});

describe("step 2", () => {
  it("requires a time only if the admin schedules", () => {
    const wanted = "Please select date and time for scheduled test";
    expect(scheduleProblem(filled({ mode: "self" }), now)).toBeNull();
    expect(scheduleProblem(filled({ mode: "none" }), now)).toBeNull();
    expect(scheduleProblem(filled({ mode: "admin" }), now)).toEqual({
      fields: ["day", "slot"],
      text: wanted,
    });
    expect(scheduleProblem(filled({ mode: "admin", day: "2026-06-02" }), now)).toEqual({
      fields: ["slot"],
      text: wanted,
    });
  });
  it("accepts extra time within its limits", () => {
    const problem = (changes: Partial<InviteDraft>) => scheduleProblem(filled(changes), now)?.fields;
    for (const extra of ["", " ", "0", "480"]) expect(problem({ extra })).toBeUndefined();
    for (const extra of ["481", "-1", "1.5", "many"]) expect(problem({ extra })).toEqual(["extra"]);
    expect(problem({ extra: "201", extraUnit: "percent" })).toEqual(["extra"]);
  });
  it("rejects the past", () => {
    const early = filled({ mode: "admin", day: "2026-06-01", slot: "12:00" });
    expect(scheduleProblem(early, now)?.fields).toEqual(["slot"]);
    expect(scheduleProblem({ ...early, slot: "13:00" }, now)).toBeNull();
  });
});

describe("the body", () => {
  it("contains extra time in its unit, only if set", () => {
    expect(toInvite(filled({ extra: "0" }), "UTC")).not.toHaveProperty("extra_minutes");
    expect(toInvite(filled({ extra: "20" }), "UTC")).toMatchObject({ extra_minutes: 20 });
    const percent = filled({ extra: "25", extraUnit: "percent" });
    expect(toInvite(percent, "UTC")).toMatchObject({ extra_percent: 25 });
    expect(extraMinutes(percent, 45)).toBe(12);
  });
  it("contains the scheduling mode", () => {
    expect(toInvite(filled({ mode: "self", day: "2026-06-02", slot: "10:00" }), "UTC")).toEqual({
      test_id: "t1",
      applicant_name: "Ada Lovelace",
      applicant_email: "ada@example.org",
      admin_scheduled: false,
      no_schedule: false,
    });
    expect(toInvite(filled({ mode: "none" }), "UTC")).toMatchObject({
      admin_scheduled: false,
      no_schedule: true,
    });
    const scheduled = toInvite(filled({ mode: "admin", day: "2026-06-02", slot: "10:00" }), "Europe/Berlin");
    expect(scheduled).toMatchObject({
      admin_scheduled: true,
      no_schedule: false,
      scheduled_date: new Date(2026, 5, 2, 10).toISOString(),
      time_zone: "Europe/Berlin",
    });
  });
});
