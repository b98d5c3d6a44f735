import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { expectAccessible, notice, show } from "@/test/page";
import { ApplicantsTab } from "./ApplicantsTab";

const DECLINE = "POST /api/admin/applicants/{id}/decline-erasure";
const asked = { asked_at: "2026-11-21T09:00:00Z", declined_at: null, reason: null, version: 3 };
const GRACE = {
  ...sampled("ApplicantRow"),
  id: "u-1",
  full_name: "Grace Hopper",
  email: "grace@example.com",
  has_account: false,
  is_active: true,
  erasure: asked,
};

it("declines a request for erasure with a reason", async () => {
  server.reply("GET /api/admin/applicants", 200, [GRACE]);
  const user = show(<ApplicantsTab />, { at: "/admin?settings=applicants&erasure=asked", route: "/admin" });
  expect(await screen.findByText(/^Asks for erasure since /)).toBeVisible();
  expect(server.lastCall("GET /api/admin/applicants").query).toMatchObject({ erasure_asked: "true" });
  await user.click(screen.getByRole("button", { name: "Decline" }));
  const dialog = within(screen.getByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Decline" }));
  expect(dialog.getByText("Please give a reason: the candidate reads it.")).toBeVisible();
  await expectAccessible();
  const meanwhile = "Bob has declined this request in the meantime.";
  server.refuse(DECLINE, 409, { detail: meanwhile, code: "changed_meanwhile" });
  await user.type(dialog.getByLabelText(/^Reason/), "The law demands it.");
  await user.click(dialog.getByRole("button", { name: "Decline" }));
  expect(await dialog.findByText(new RegExp(meanwhile))).toBeVisible();
  // Also where the row, and this dialog with it, has gone from the list.
  expect(await screen.findAllByText(new RegExp(meanwhile))).toHaveLength(2);
  expect(dialog.getByLabelText(/^Reason/)).toHaveValue("The law demands it.");
  server.reply(DECLINE, 200, GRACE);
  await user.click(dialog.getByRole("button", { name: "Decline" }));
  await notice("Request declined");
  expect(server.lastCall(DECLINE).body).toEqual({ reason: "The law demands it.", version: 3 });
});

it("searches those who ask for erasure", async () => {
  server.reply("GET /api/admin/applicants", 200, [GRACE]);
  const user = show(<ApplicantsTab />, { at: "/admin?settings=applicants&erasure=asked", route: "/admin" });
  await user.type(await screen.findByRole("searchbox"), "ben");
  server.reply("GET /api/admin/applicants", 200, []);
  expect(await screen.findByText("No applicant matches your search")).toBeVisible();
  const { query } = server.lastCall("GET /api/admin/applicants");
  expect(query).toMatchObject({ erasure_asked: "true", search: "ben" });
});

it("shows a request that was declined, and deletes all data of one that was not", async () => {
  const declined = { ...asked, declined_at: "2026-11-21T10:00:00Z", reason: "The law demands it." };
  const ben = { ...GRACE, id: "u-2", full_name: "Ben", email: "ben@example.com", erasure: declined };
  server.reply("GET /api/admin/applicants", 200, [GRACE, ben]);
  const user = show(<ApplicantsTab />);
  expect(await screen.findByText("The law demands it.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Delete all data" }));
  expect(screen.getByRole("dialog", { name: "Delete all data" })).toBeVisible();
});

it("deactivates from the menu of a row, and activates in the row", async () => {
  const grace = { ...GRACE, erasure: null };
  const ben = { ...grace, id: "u-2", full_name: "Ben", email: "ben@example.com", is_active: false };
  server.reply("GET /api/admin/applicants", 200, [grace, ben]);
  const user = show(<ApplicantsTab />);
  const [active, inactive] = await screen.findAllByRole("listitem");
  const row = (item: HTMLElement | undefined) => within(item as HTMLElement);
  expect(row(inactive).getByRole("button", { name: "Activate" })).toBeVisible();
  expect(row(active).queryByRole("button", { name: "Activate" })).toBeNull();
  await expectAccessible();
  await user.click(row(inactive).getByRole("button", { name: "Actions for Ben" }));
  expect(screen.queryByRole("menuitem", { name: "Deactivate" })).toBeNull();
  await user.keyboard("{Escape}");
  await user.click(row(active).getByRole("button", { name: "Actions for Grace Hopper" }));
  await user.click(screen.getByRole("menuitem", { name: "Deactivate" }));
  expect(screen.getByRole("dialog", { name: "Deactivate this applicant?" })).toBeVisible();
});
