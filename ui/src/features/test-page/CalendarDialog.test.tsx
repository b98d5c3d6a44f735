import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import type { PanelCalendarSettings } from "@/api/types";
import { server } from "@/test/mock-server";
import { expectAccessible, notice, show } from "@/test/page";
import { PanelCalendar } from "./CalendarDialog";

const READ = "GET /api/tests/{id}/panel-calendar";
const SET = "PUT /api/tests/{id}/panel-calendar";
const CHECK = "POST /api/tests/{id}/panel-calendar/check";

const none: PanelCalendarSettings = {
  version: 0,
  origin: null,
  by: null,
  at: null,
  in_use: false,
  read_at: null,
  busy_times: 0,
  unread: [],
  failure: null,
};
const named: PanelCalendarSettings = {
  ...none,
  version: 3,
  origin: "https://calendar.example.org",
  by: "Ada Admin",
  at: "2026-11-23T08:00:00Z",
};
const read: PanelCalendarSettings = {
  ...named,
  in_use: true,
  read_at: "2026-11-23T08:00:05Z",
  busy_times: 12,
};

beforeEach(() => {
  server.reply(READ, 200, none);
});

async function opened() {
  const user = show(<PanelCalendar test="t-1" />);
  await user.click(screen.getByRole("button", { name: "Panel's calendar" }));
  return { user, dialog: within(await screen.findByRole("dialog")) };
}

it("stores an address, and checks it at once", async () => {
  server.reply(SET, 200, named);
  server.reply(CHECK, 200, read);
  const { user, dialog } = await opened();
  await user.click(await dialog.findByRole("button", { name: "Save and check" }));
  expect(dialog.getByText("Enter an address.")).toBeVisible();
  expect(dialog.queryByRole("button", { name: "Check now" })).toBeNull();
  await user.type(dialog.getByLabelText("Address"), "https://calendar.example.org/secret.ics");
  await user.click(dialog.getByRole("button", { name: "Save and check" }));
  expect(await dialog.findByText("12")).toBeVisible();
  expect(dialog.getByText("Times are offered around the busy times.")).toBeVisible();
  expect(dialog.getByLabelText("Another address")).toHaveValue("");
  expect(server.lastCall(SET).body).toMatchObject({
    address: "https://calendar.example.org/secret.ics",
    time_zone: expect.any(String),
    version: 0,
  });
  expect(server.calls(CHECK)).toHaveLength(1);
  await expectAccessible();
});

it("says why an address is refused, beside it", async () => {
  const fields = { address: "An address begins with https://." };
  server.refuse(SET, 422, { code: "invalid", detail: "Please check what you entered.", fields });
  const { user, dialog } = await opened();
  await user.type(await dialog.findByLabelText("Address"), "ftp://example.org");
  await user.click(dialog.getByRole("button", { name: "Save and check" }));
  expect(await dialog.findByText("An address begins with https://.")).toBeVisible();
});

it.each([
  ["unreachable", "There was no reply in time.", /There was no reply in time\./],
  ["status", "404", /the reply was 404 instead of 200/],
  ["too_large", undefined, /larger than 4 MiB/],
  ["not_a_calendar", undefined, /not an ICS file/],
  ["cut", undefined, /ends before its last line/],
  ["sealed", undefined, /enter it again/],
] as const)("says that the last try failed: %s", async (reason, words, shown) => {
  const failure = { at: "2026-11-23T09:00:00Z", reason, ...(words && { words }) };
  server.reply(READ, 200, { ...named, failure });
  const { dialog } = await opened();
  expect(await dialog.findByText(shown)).toHaveTextContent(/^The last try failed/);
  expect(dialog.getByText("All times are offered.")).toBeVisible();
});

it("counts the events that could not be read", async () => {
  const unread = [
    { reason: "zone" as const, count: 1 },
    { reason: "recurrence" as const, count: 3 },
  ];
  server.reply(READ, 200, { ...read, unread });
  const { dialog } = await opened();
  expect(await dialog.findByText("1 event has an unknown time zone.")).toBeVisible();
  expect(dialog.getByText(/^3 events have a rule of recurrence/)).toBeVisible();
});

it("removes the calendar of the version that was read", async () => {
  server.reply(READ, 200, read);
  server.reply(SET, 200, { ...none, version: 4 });
  const { user, dialog } = await opened();
  await user.click(await dialog.findByRole("button", { name: "Remove" }));
  await notice("Removed: all times are offered");
  expect(server.lastCall(SET).body).toMatchObject({ address: null, version: 3 });
  expect(dialog.queryByRole("button", { name: "Remove" })).toBeNull();
});

it("repeats what was refused, on top of what someone else has stored", async () => {
  server.reply(READ, 200, read);
  const faster = { code: "changed_meanwhile" as const, detail: "x", request_id: "r", by: "Bob", at: "" };
  server.reply(SET, 409, faster);
  const { user, dialog } = await opened();
  const remove = await dialog.findByRole("button", { name: "Remove" });
  server.reply(READ, 200, { ...read, origin: "https://other.example.org", version: 7 });
  await user.click(remove);
  expect(await dialog.findByText("https://other.example.org")).toBeVisible();
  server.reply(SET, 200, { ...none, version: 8 });
  await user.click(await dialog.findByRole("button", { name: "Keep mine" }));
  await notice("Removed: all times are offered");
  expect(server.lastCall(SET).body).toMatchObject({ address: null, version: 7 });
});
