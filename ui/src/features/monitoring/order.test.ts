import { expect, it } from "vitest";
import { invite } from "@/test/data";
import { inOrder } from "./useMonitorable";

it("shows running tests first, the earliest on top", () => {
  const list = [
    invite("waits late", { scheduled_date: "2026-01-03T10:00:00Z" }),
    invite("waits soon", { scheduled_date: "2026-01-02T10:00:00Z", status: "scheduled" }),
    invite("runs short", { started_at: "2026-01-02T09:30:00Z", status: "in_progress" }),
    invite("runs long", { started_at: "2026-01-02T09:00:00Z", status: "in_progress" }),
  ];
  expect(inOrder(list).map((i) => i.id)).toEqual(["runs long", "runs short", "waits soon", "waits late"]);
});
