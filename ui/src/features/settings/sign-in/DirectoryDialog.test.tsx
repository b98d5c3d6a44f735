import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { notice, show } from "@/test/page";
import { DirectoryDialog } from "./DirectoryDialog";

const STORED = {
  ...sampled("LdapSettings"),
  servers: ["ldaps://one.example.org"],
  baseDn: "dc=example",
  roles: [],
  timeoutSeconds: 5,
  stayMinutes: 1,
  version: 1,
};

it("shows what another administrator has stored meanwhile, and reverts none of it", async () => {
  server.reply("PUT /api/admin/ldap", 409, {
    code: "changed_meanwhile",
    detail: "Bob has changed the directory in the meantime.",
    request_id: "r",
    by: "Bob",
    at: "2026-11-24T10:00:00Z",
  });
  server.reply("GET /api/admin/ldap", 200, { ...STORED, baseDn: "dc=other", version: 2 });
  const user = show(<DirectoryDialog directory={STORED} onClose={() => undefined} />);
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByLabelText(/^Servers/), "{Enter}ldaps://two.example.org");
  const stay = dialog.getByLabelText(/^Minutes that people stay/);
  await user.clear(stay);
  await user.type(stay, "30");
  await user.click(dialog.getByRole("button", { name: "Save directory" }));
  expect(await dialog.findByText(/^Where people are:/)).toHaveTextContent("dc=other");
  expect(dialog.getByRole("alert")).toHaveTextContent("Bob has changed the directory");
  await user.click(dialog.getByRole("button", { name: "Keep my changes" }));
  server.reply("PUT /api/admin/ldap", 200, { ...STORED, version: 3 });
  await user.click(dialog.getByRole("button", { name: "Save directory" }));
  await notice("Directory saved");
  expect(server.lastCall("PUT /api/admin/ldap").body).toMatchObject({
    version: 2,
    baseDn: "dc=other",
    stayMinutes: 30,
    servers: ["ldaps://one.example.org", "ldaps://two.example.org"],
  });
});
