import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { User } from "@/api/types";
import { sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { expectAccessible, notice, show } from "@/test/page";
import { AdminsTab } from "./AdminsTab";

const PAUL: User = {
  ...sampled("User"),
  id: "paul",
  full_name: "Paul",
  role: "reviewer",
  is_first_admin: false,
  version: 3,
};
const SAVE = "PUT /api/admin/change-role/{admin_id}";

it("shows both roles where another has changed it first", async () => {
  let stored = PAUL;
  server.reply("GET /api/admin/list-admins", 200, ({ query }) =>
    [stored].filter(({ role }) => role === (query.role ?? "admin")),
  );
  server.reply("GET /api/admin/roles", 200, []);
  server.reply("GET /api/admin/is-first-admin", 200, { is_first_admin: true });
  const user = show(<AdminsTab />);
  await user.click(await screen.findByRole("button", { name: "More actions for Paul" }));
  await user.click(await screen.findByRole("menuitem", { name: "Make admin" }));
  // Another browser of the superadmin, or the company's provider.
  stored = { ...PAUL, role: "staff", version: 4 };
  const by = { by: "Ada", at: "2026-03-02T09:00:00Z" };
  server.refuse(SAVE, 409, { code: "changed_meanwhile", detail: "Ada has changed it.", ...by });
  await user.click(screen.getByRole("button", { name: "Make admin" }));
  const choice = await screen.findByRole("alert");
  expect(choice.textContent).toContain("Ada changed the role of this account,");
  expect(choice.textContent).toContain("Now: Staff. Your choice: Admin.");
  await expectAccessible();
  server.reply(SAVE, 200, { ...PAUL, role: "admin", version: 5 });
  await user.click(screen.getByRole("button", { name: "Keep mine" }));
  await notice("The account is an admin now");
  expect(server.calls(SAVE).map(({ body }) => body)).toEqual([
    { role: "admin", version: 3 },
    { role: "admin", version: 4 },
  ]);
});

it("says what the end of an account and a new password mean where the company signs the person in", async () => {
  const corp: User = { ...PAUL, provided_by: "corp" };
  server.reply("GET /api/admin/list-admins", 200, ({ query }) => (query.role === "reviewer" ? [corp] : []));
  server.reply("GET /api/admin/roles", 200, []);
  server.reply("GET /api/admin/is-first-admin", 200, { is_first_admin: true });
  const user = show(<AdminsTab />);
  expect(await screen.findByText("Company account")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Change Password" }));
  expect(await screen.findByRole("note")).toHaveTextContent(/makes it an account of this site/);
  await user.keyboard("{Escape}");
  await user.click(screen.getByRole("button", { name: "Delete" }));
  expect(await screen.findByText(/is back at the next sign-in unless/)).toBeVisible();
});
