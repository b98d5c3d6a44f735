import { describe, expect, it } from "vitest";
import type { Invite } from "@/api/types";
import { nextStep } from "./next-step";

const NOW = new Date("2026-03-04T10:00:00Z");
const step = (changes: Partial<Invite>) => {
  const invite = {
    status: "sent",
    email_sent: true,
    email_queued: false,
    scheduled_date: null,
    no_schedule: true,
    admin_scheduled: false,
    expires_at: "2026-03-18T10:00:00Z",
    ...changes,
  } as Invite;
  return nextStep(invite, NOW);
};

describe("the next step of an invitation", () => {
  it("is the candidate's, with a reminder", () => {
    expect(step({})).toMatchObject({ action: "remind" });
    expect(step({}).text).toContain("Waiting for the candidate to start until Mar 18, 2026");
    expect(step({ no_schedule: false }).text).toContain("pick a slot");
    expect(step({ expires_at: "2026-03-06T10:00:00Z" }).text).toMatch(/until Fri /);
  });
  it("needs no reminder before its time, nor where none is wanted", () => {
    const dated = { scheduled_date: "2026-03-10T10:00:00Z", no_schedule: false };
    expect(step({ ...dated, status: "scheduled" })).toEqual({
      text: expect.stringMatching(/^Scheduled for Tue /),
    });
    expect(step({ opens_at: "2026-03-05T10:00:00Z" })).toEqual({
      text: expect.stringMatching(/^Opens Thu /),
    });
    expect(step({ reminders_stopped_at: "2026-03-04T09:00:00Z" }).action).toBeUndefined();
  });
  it("is the admin's after a failed mail, during the test and after it", () => {
    expect(step({ email_sent: false }).text).toContain("Retry");
    const mailed = (state: string) =>
      step({ email_sent: false, email_delivery: { state } as Invite["email_delivery"] }).text;
    expect(mailed("given_up")).toBe("Retry, or send the link yourself");
    expect(mailed("waits")).toMatch(/^Is tried again/);
    expect(mailed("paused")).toMatch(/^Is tried again/);
    expect(mailed("unconfirmed")).toMatch(/^The email may have arrived/);
    expect(mailed("sending")).toMatch(/^Waiting for the candidate/);
    expect(step({ status: "in_progress" })).toMatchObject({ action: "monitor" });
    expect(step({ status: "completed" })).toMatchObject({ action: "result" });
    const revoked = { status: "expired", revoked_at: "2026-03-04T09:00:00Z" } as const;
    const named = { ...revoked, applicant_email: "ann@example.org" };
    expect(step(named)).toEqual({ text: "Revoked", action: "again" });
    expect(step({ ...revoked, applicant_email: "" })).toEqual({ text: "Revoked" });
    const closed = step({ status: "expired", expires_at: "2026-03-03T10:00:00Z" });
    expect(closed).toEqual({ text: expect.stringMatching(/^Closed Tue /), action: "extend" });
  });
});
