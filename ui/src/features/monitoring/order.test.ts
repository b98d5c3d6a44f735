import { expect, it } from "vitest";
import type { Invite } from "@/api/types";
import { inOrder } from "./useMonitorable";

const invite = (id: string, changes: Partial<Invite>): Invite => ({
  id,
  test_id: "t",
  test_title: "T",
  test: { title: "T", duration_minutes: 60 },
  applicant_name: "A",
  applicant_email: "a@example.org",
  status: "sent",
  created_at: "2026-01-01T00:00:00Z",
  expires_at: "2026-01-15T00:00:00Z",
  admin_scheduled: false,
  no_schedule: false,
  scheduled_date: null,
  email_sent_at: null,
  email_sent: true,
  email_queued: false,
  token: "x",
  invite_url: "http://localhost/test-invite/x",
  ...changes,
});

it("shows running tests first, the earliest on top", () => {
  const list = [
    invite("waits late", { scheduled_date: "2026-01-03T10:00:00Z" }),
    invite("waits soon", { scheduled_date: "2026-01-02T10:00:00Z", status: "scheduled" }),
    invite("runs short", { started_at: "2026-01-02T09:30:00Z", status: "in_progress" }),
    invite("runs long", { started_at: "2026-01-02T09:00:00Z", status: "in_progress" }),
  ];
  expect(inOrder(list).map((i) => i.id)).toEqual(["runs long", "runs short", "waits soon", "waits late"]);
});
