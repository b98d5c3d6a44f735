import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { expectAccessible, show } from "@/test/page";
import { EVERYTHING } from "./filters";
import { OlderInvites } from "./OlderInvites";

const COUNTS = "GET /api/invites/counts";
const today = { ...EVERYTHING, date: "2026-03-02" };

it("leads from the few of today to what is open on all days", async () => {
  const counts = { ...sampled("InviteCounts"), sent: 5, scheduled: 2, ending_soon: 3, in_progress: 0 };
  server.reply(COUNTS, 200, { ...counts, mail_failed: 0 });
  const apply = vi.fn();
  const user = show(<OlderInvites count={124} filters={today} onApply={apply} />);
  await user.click(await screen.findByRole("button", { name: "Ending within 48 hours 3" }));
  expect(apply).toHaveBeenLastCalledWith({ date: "", status: "ending_soon" });
  // Of every day, whichever the list shows.
  expect(server.lastCall(COUNTS).query).not.toHaveProperty("date_filter");
  expect(screen.getByRole("button", { name: "Not started 7" })).toBeVisible();
  expect(screen.queryByRole("button", { name: /In progress|not sent/ })).toBeNull();
  await expectAccessible();
  await user.click(screen.getByRole("button", { name: "Show all" }));
  expect(apply).toHaveBeenLastCalledWith({ date: "" });
});

it("keeps to the number where a state or a search is chosen", async () => {
  server.reply(COUNTS, 200, { ...sampled("InviteCounts"), ending_soon: 3 });
  show(<OlderInvites count={1} filters={{ ...today, status: "expired" }} onApply={vi.fn()} />);
  await expect.poll(() => server.calls(COUNTS).length).toBeGreaterThan(0);
  expect(screen.getByText("1 older invitation")).toBeVisible();
  expect(screen.getAllByRole("button")).toHaveLength(1);
});
