import { describe, expect, it } from "vitest";
import type { MyInvite } from "@/api/types";
import { blockedWords, durationOf, isUpcoming, nextStep, statusLabel } from "./labels";

const invite = (more: Partial<MyInvite>) =>
  ({
    status: "sent",
    token: "t",
    admin_scheduled: false,
    no_schedule: false,
    startable: true,
    test: { duration_minutes: 45 },
    ...more,
  }) as MyInvite;

describe("applicant's labels", () => {
  it.each([
    [{}, "Ready"],
    [{ no_schedule: true }, "Available"],
    [{ admin_scheduled: true, scheduled_date: "2026-11-23T10:00:00Z" }, "Scheduled"],
    [{ admin_scheduled: true }, "Ready"],
    [{ status: "scheduled" as const }, "Scheduled"],
    [{ status: "in_progress" as const }, "In Progress"],
    [{ status: "completed" as const }, "Completed"],
  ])("%o reads %s", (more, text) => {
    expect(statusLabel(invite(more)).text).toBe(text);
  });

  it("lists sent, scheduled and in-progress invites as upcoming", () => {
    expect(isUpcoming(invite({ status: "scheduled" }))).toBe(true);
    expect(isUpcoming(invite({ status: "completed" }))).toBe(false);
    expect(isUpcoming(invite({ status: "expired" }))).toBe(false);
  });
});

describe("taking a test", () => {
  it("shows the opening time in the viewer's zone, not the server's text", () => {
    const opens_at = new Date(2026, 10, 23, 9, 55).toISOString();
    const early = {
      startable: false,
      blocked_code: "not_open_yet" as const,
      blocked_reason: "It opens at 08:55 UTC.",
      opens_at,
    };
    expect(blockedWords(invite(early))).toMatch(
      /^This test is not open yet\. It opens on Nov 23, 2026, 0?9:55/,
    );
  });
  it("is never blocked while it is in progress", () => {
    expect(blockedWords(invite({ status: "in_progress", startable: false }))).toBeUndefined();
  });
  it("explains the start order and the next step", () => {
    const blocked = invite({ startable: false, blocked_reason: "Complete your oldest test first" });
    expect(blockedWords(blocked)).toBe(
      "Complete your oldest test first. Please complete your tests in order.",
    );
  });
  it("shows other reasons unchanged", () => {
    expect(blockedWords(invite({ startable: false, blocked_reason: "This test is not open yet." }))).toBe(
      "This test is not open yet.",
    );
  });
  it("needs a token", () => {
    expect(blockedWords(invite({ token: "" }))).toBe(
      "Test token not available. Please contact administrator.",
    );
  });
  it("needs a slot only when the applicant chooses it", () => {
    expect(nextStep(invite({}))).toBe("chooseTime");
    expect(nextStep(invite({ no_schedule: true }))).toBeUndefined();
    expect(nextStep(invite({ scheduled_date: "2026-11-23T10:00:00Z" }))).toBeUndefined();
  });
  it("asks a person without a name for it before anything starts", () => {
    const unnamed = { no_schedule: true, startable: false, blocked_code: "name_needed" as const };
    expect(nextStep(invite(unnamed))).toBe("enterName");
  });
  it("lasts 90 minutes by default", () => {
    expect(durationOf(invite({}))).toBe(45);
    expect(durationOf({ ...invite({}), test: undefined } as unknown as MyInvite)).toBe(90);
  });
});
