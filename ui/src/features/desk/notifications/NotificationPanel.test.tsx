import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import type { Notification } from "@/api/types";
import { sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { address, expectAccessible, show } from "@/test/page";
import { NotificationPanel } from "./NotificationPanel";

const started = (name: string, submission_id?: string): Notification => ({
  ...sampled("Notification"),
  id: name,
  type: "test_started",
  message: `${name} has started.`,
  data: {
    invite_id: `i-${name}`,
    applicant_email: `${name}@example.org`,
    ...(submission_id && { submission_id }),
  },
  is_read: true,
});

beforeEach(() => server.reply("GET /api/jobs", 200, []));

it("leads from a start to the page that watches it, and to the result once it has ended", async () => {
  server.reply("GET /api/admin/notifications", 200, {
    notifications: [started("Cora"), started("Dan", "s-2")],
  });
  const user = show(<NotificationPanel onClose={() => {}} />);
  const [running, ended] = await screen.findAllByRole("listitem");
  if (!running || !ended) throw new Error("two notifications are listed");
  expect(running).toHaveTextContent("Monitor");
  expect(ended).toHaveTextContent("Result");
  expect(ended).not.toHaveTextContent("Monitor");
  await expectAccessible();
  await user.click(within(ended).getByRole("button"));
  await waitFor(() => expect(address()).toBe("/admin?tab=results&date=all&result=s-2"));
  await user.click(within(running).getByRole("button"));
  await waitFor(() => expect(address()).toBe("/monitoring"));
});

it("leads from a submission to its result", async () => {
  const submitted: Notification = { ...started("Eve", "s-3"), type: "test_submitted" };
  server.reply("GET /api/admin/notifications", 200, { notifications: [submitted] });
  const user = show(<NotificationPanel onClose={() => {}} />);
  const row = await screen.findByRole("listitem");
  expect(row).toHaveTextContent("Result");
  await user.click(within(row).getByRole("button"));
  await waitFor(() => expect(address()).toBe("/admin?tab=results&date=all&result=s-3"));
});

it("folds what came in one minute, and names the day", async () => {
  const names = ["Ada", "Bea", "Cora", "Dan", "Eve", "Finn"];
  server.reply("GET /api/admin/notifications", 200, {
    notifications: [
      ...names.map((name) => ({ ...started(name), created_at: "2026-03-02T09:00:10Z" })),
      { ...started("Gus"), created_at: "2026-03-01T09:00:00Z" },
    ],
  });
  const user = show(<NotificationPanel onClose={() => {}} />);
  await screen.findByText("Gus has started.");
  expect(screen.getAllByRole("heading", { level: 3 })).toHaveLength(2);
  expect(screen.getByText("Cora has started.")).toBeVisible();
  expect(screen.getByText("Dan has started.")).not.toBeVisible();
  await user.click(screen.getByText("3 more of the same kind in this minute"));
  expect(screen.getByText("Finn has started.")).toBeVisible();
  expect(screen.getByText("Gus has started.")).toBeVisible();
  await expectAccessible();
});
