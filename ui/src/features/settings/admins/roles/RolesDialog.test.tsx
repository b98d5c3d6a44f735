import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { expectAccessible, notice, show } from "@/test/page";
import { RolesDialog } from "./RolesDialog";

const PAUL = { ...sampled("User"), id: "paul", full_name: "Paul", role: "staff" as const };
const TEST = { ...sampled("Test"), id: "t-1", title: "Backend engineer" };
const SAVE = "PUT /api/admin/roles/{id}";
const GIVEN = { user_id: "paul", roles: [{ role: "viewer" as const }], version: 3 };

beforeEach(() => {
  server.reply("GET /api/tests", 200, [TEST]);
  server.reply("POST /api/admin/roles/{id}/preview", 200, {
    capabilities: [{ capability: "watch", tests: ["t-1"] }, { capability: "read_results" }],
    tests: [{ id: "t-1", title: "Backend engineer", capabilities: ["watch"] }],
    invites: 0,
    results: 7,
  });
});

const open = () => show(<RolesDialog account={PAUL} given={GIVEN} onClose={() => undefined} />);

it("gives a role for chosen tests, with the version that was read, and previews it", async () => {
  const user = open();
  const viewer = screen.getByRole("checkbox", { name: /^Viewer/ });
  expect(viewer).toHaveProperty("checked", true);
  await user.click(screen.getByRole("checkbox", { name: /^Proctor/ }));
  expect(screen.getByRole("button", { name: "Save roles" })).toHaveProperty("disabled", true);
  await user.click(await screen.findByRole("checkbox", { name: "Backend engineer" }));
  const preview = screen.getByRole("region", { name: "Preview" });
  await within(preview).findByText(/Watch running tests/);
  expect(preview.textContent).toContain("7 results in all");
  await expectAccessible();
  server.reply(SAVE, 200, { ...GIVEN, version: 4 });
  await user.click(screen.getByRole("button", { name: "Save roles" }));
  await notice("The roles are saved");
  expect(server.lastCall(SAVE).body).toEqual({
    roles: [{ role: "proctor", tests: ["t-1"] }, { role: "viewer" }],
    version: 3,
  });
});

it("shows what another administrator has given meanwhile", async () => {
  const user = open();
  server.reply(SAVE, 409, {
    detail: "Ada has changed the roles of this person in the meantime.",
    code: "changed_meanwhile" as const,
    request_id: "1",
    by: "Ada",
    at: "2026-03-02T09:00:00Z",
  });
  server.reply("GET /api/admin/roles", 200, [{ user_id: "paul", roles: [{ role: "author" }], version: 4 }]);
  await user.click(screen.getByRole("checkbox", { name: /^Viewer/ }));
  await user.click(screen.getByRole("button", { name: "Save roles" }));
  await notice(/Ada changed these roles meanwhile/);
  expect(screen.getByRole("checkbox", { name: /^Author/ })).toHaveProperty("checked", true);
  server.reply(SAVE, 200, { ...GIVEN, roles: [], version: 5 });
  await user.click(screen.getByRole("checkbox", { name: /^Author/ }));
  await user.click(screen.getByRole("button", { name: "Save roles" }));
  await notice("The roles are saved");
  expect(server.lastCall(SAVE).body).toEqual({ roles: [], version: 4 });
});
