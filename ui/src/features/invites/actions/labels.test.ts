import { describe, expect, it } from "vitest";
import type { ActionResult, Invite } from "@/api/types";
import { applies, effect, summary } from "./labels";

const invite = (changes: Partial<Invite>) => ({ status: "sent", ...changes }) as Invite;
const result = (outcome: ActionResult["outcome"], detail?: string) =>
  ({
    invite_id: "x",
    outcome,
    email_queued: outcome === "done",
    ...(detail ? { detail } : {}),
  }) as ActionResult;

describe("an action on many invitations", () => {
  it("applies to those that the server accepts", () => {
    expect(applies("remind", invite({}))).toBe(true);
    expect(applies("remind", invite({ reminders_stopped_at: "2026-03-04T10:00:00Z" }))).toBe(false);
    expect(applies("remind", invite({ status: "completed" }))).toBe(false);
    expect(applies("extend", invite({ status: "expired" }))).toBe(true);
    expect(applies("extend", invite({ status: "expired", revoked_at: "2026-03-04T10:00:00Z" }))).toBe(false);
    expect(applies("revoke", invite({ status: "in_progress" }))).toBe(false);
  });
  it("says how many emails go out", () => {
    expect(effect("remind", 3, 1, true)).toBe(
      "One email is sent, to those who have not started. The other 2 stay as they are.",
    );
    expect(effect("extend", 2, 1, true)).toBe(
      "The invitations close at the new time. One email is sent with the new end date. The other one stays as it is.",
    );
    expect(effect("extend", 120, 120, false)).toContain("Up to 120 emails are sent");
    expect(effect("revoke", 2, 2, true)).toContain("No email is sent");
  });
  it("reports what was done, and why the rest was not", () => {
    const results = [
      result("done"),
      result("already", "It was sent."),
      result("refused", "No."),
      result("refused", "No."),
    ];
    expect(summary("remind", results)).toEqual({
      done: "1 reminder queued",
      reasons: ["1: It was sent.", "2: No."],
    });
  });
});
