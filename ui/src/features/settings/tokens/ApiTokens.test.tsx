import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { server } from "@/test/mock-server";
import { expectAccessible, notice, show } from "@/test/page";
import ApiTokensPage from "./ApiTokensPage";

const LIST = "GET /api/tokens";
const TOKEN = {
  id: "0199a7c2-5c1e-7f00-8000-000000000001",
  name: "Nightly",
  role: "viewer" as const,
  owner_id: "u-2",
  owner: "Ada Lovelace",
  created_at: "2026-11-20T10:00:00Z",
  expires_at: "2099-11-20T10:00:00Z",
  last_used_at: null,
};

it("shows a new token once", async () => {
  server.reply(LIST, 200, []);
  server.reply("POST /api/tokens", 201, { ...TOKEN, token: "inv_secret" });
  const user = show(<ApiTokensPage />);
  await user.click(await screen.findByRole("button", { name: "New token" }));
  await user.type(screen.getByLabelText(/^Name/), "Nightly");
  await user.selectOptions(screen.getByLabelText("Role"), "Recruiter");
  expect(screen.getByText(/Invites people/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Make token" }));
  expect(await screen.findByText("inv_secret")).toBeVisible();
  expect(server.lastCall("POST /api/tokens").body).toMatchObject({ name: "Nightly", role: "recruiter" });
  await expectAccessible();
  await user.click(screen.getByRole("button", { name: "Done" }));
  expect(screen.queryByText("inv_secret")).toBeNull();
});

it("says at the field what the server refuses", async () => {
  server.reply(LIST, 200, []);
  server.refuse("POST /api/tokens", 422, {
    detail: "A name is required.",
    fields: { name: "A name is required." },
  });
  const user = show(<ApiTokensPage />);
  await user.click(await screen.findByRole("button", { name: "New token" }));
  await user.type(screen.getByLabelText(/^Name/), "x");
  await user.click(screen.getByRole("button", { name: "Make token" }));
  expect(await screen.findByLabelText(/^Name/)).toHaveAccessibleDescription(/A name is required/);
});

it("lists tokens with owner, use and end, and revokes one", async () => {
  const old = { ...TOKEN, id: "t-2", name: "Old", expires_at: "2020-11-20T10:00:00Z", tests: ["a", "b"] };
  server.reply(LIST, 200, [TOKEN, old]);
  server.reply("DELETE /api/tokens/{id}", 204, undefined as never);
  const user = show(<ApiTokensPage />);
  const rows = await screen.findAllByRole("listitem");
  expect(rows[0]).toHaveTextContent("Viewer");
  expect(rows[0]).toHaveTextContent("for the whole site, as Ada Lovelace");
  expect(rows[0]).toHaveTextContent(/Last used\s*Never/);
  expect(rows[1]).toHaveTextContent("for 2 tests");
  expect(rows[1]).toHaveTextContent("Expired");
  await expectAccessible();
  await user.click(screen.getByRole("button", { name: "Revoke: Old" }));
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Revoke token" }));
  await notice("The token is revoked");
  expect(server.lastCall("DELETE /api/tokens/{id}").params).toEqual({ id: "t-2" });
});
