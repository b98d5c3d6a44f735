import { cleanup, screen, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import type { RoleGrant, User } from "@/api/types";
import { useSession } from "@/stores/session";
import { sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { expectAccessible, notice, show } from "@/test/page";
import { useRoles } from "./queries";
import { RolesDialog } from "./RolesDialog";

const PAUL = { ...sampled("User"), id: "paul", full_name: "Paul", role: "staff" as const };
const TEST = { ...sampled("Test"), id: "t-1", title: "Backend engineer" };
const SAVE = "PUT /api/admin/roles/{id}";
const GIVEN = { user_id: "paul", roles: [{ role: "viewer" as const }], version: 3 };

beforeEach(() => {
  server.reply("GET /api/tests", 200, ({ query }) => (query.archived ? [] : [TEST]));
  server.reply("POST /api/admin/roles/{id}/preview", 200, {
    capabilities: [{ capability: "watch", tests: ["t-1"] }, { capability: "read_results" }],
    tests: [{ id: "t-1", title: "Backend engineer", capabilities: ["watch"] }],
    invites: 0,
    results: 7,
  });
});

/** As the page shows it: with the roles as they were read last. */
function Opened({ account = PAUL }: { account?: User }) {
  const given = useRoles().data;
  return (
    given && (
      <RolesDialog
        account={account}
        given={given.find(({ user_id }) => user_id === "paul")}
        onClose={() => undefined}
      />
    )
  );
}

async function open(roles: RoleGrant[] = GIVEN.roles) {
  server.reply("GET /api/admin/roles", 200, [{ ...GIVEN, roles }]);
  const user = show(<Opened />);
  await screen.findByRole("dialog");
  return user;
}

it("gives a role for chosen tests, with the version that was read, and previews it", async () => {
  const user = await open();
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

/** Ada has given this meanwhile. */
function meanwhile(roles: RoleGrant[]) {
  server.reply(SAVE, 409, {
    detail: "Ada has changed the roles of this person in the meantime.",
    code: "changed_meanwhile" as const,
    request_id: "1",
    by: "Ada",
    at: "2026-03-02T09:00:00Z",
  });
  server.reply("GET /api/admin/roles", 200, [{ user_id: "paul", roles, version: 4 }]);
}

const box = (name: RegExp) => screen.getByRole("checkbox", { name });

it("shows what another administrator has given meanwhile beside the own choices, and keeps these", async () => {
  const user = await open();
  meanwhile([{ role: "viewer", tests: ["t-1"] }, { role: "author" }]);
  await user.click(box(/^Viewer/));
  await user.click(box(/^Recruiter/));
  await user.click(await screen.findByRole("checkbox", { name: "Backend engineer" }));
  await user.click(screen.getByRole("button", { name: "Save roles" }));
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("Ada has changed these roles");
  expect(
    within(alert)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent),
  ).toEqual(["Author: The whole site", "Viewer: Backend engineer (yours: not given)"]);
  expect(box(/^Viewer/)).toHaveProperty("checked", false);
  expect(box(/^Recruiter/)).toHaveProperty("checked", true);
  await expectAccessible();
  await user.click(screen.getByRole("button", { name: "Keep my changes" }));
  expect(screen.queryByRole("alert")).toBeNull();
  expect(server.calls(SAVE)).toHaveLength(1);
  server.reply(SAVE, 200, { ...GIVEN, version: 5 });
  await user.click(screen.getByRole("button", { name: "Save roles" }));
  await notice("The roles are saved");
  expect(server.lastCall(SAVE).body).toEqual({
    roles: [{ role: "author" }, { role: "recruiter", tests: ["t-1"] }],
    version: 4,
  });
});

it("takes what another administrator has given instead", async () => {
  const user = await open();
  meanwhile([{ role: "author" }]);
  await user.click(box(/^Viewer/));
  await user.click(screen.getByRole("button", { name: "Save roles" }));
  await user.click(await screen.findByRole("button", { name: "Take theirs" }));
  expect(box(/^Author/)).toHaveProperty("checked", true);
  server.reply(SAVE, 200, { ...GIVEN, roles: [], version: 5 });
  await user.click(box(/^Author/));
  await user.click(screen.getByRole("button", { name: "Save roles" }));
  await notice("The roles are saved");
  expect(server.lastCall(SAVE).body).toEqual({ roles: [], version: 4 });
});

it("has choices again that were not saved", async () => {
  useSession.setState({ user: { ...sampled("User"), id: "ada" }, status: "signed_in" });
  await (await open()).click(box(/^Proctor/));
  cleanup();
  const user = await open();
  expect(box(/^Proctor/)).toHaveProperty("checked", true);
  await user.click(screen.getByRole("button", { name: "Discard it" }));
  expect(box(/^Proctor/)).toHaveProperty("checked", false);
  useSession.setState({ user: null, status: "anonymous" });
});

it("asks whether choices of an earlier version are to stand on the roles of now, and saves them then", async () => {
  useSession.setState({ user: { ...sampled("User"), id: "ada" }, status: "signed_in" });
  await (await open()).click(box(/^Viewer/));
  cleanup();
  meanwhile([{ role: "viewer" }, { role: "author" }]);
  const user = show(<Opened />);
  await screen.findByRole("dialog");
  expect(box(/^Viewer/)).toHaveProperty("checked", false);
  await user.click(screen.getByRole("button", { name: "Save roles" }));
  const alert = await screen.findByRole("alert");
  expect(within(alert).getByRole("listitem").textContent).toBe("Viewer: The whole site (yours: not given)");
  await user.click(screen.getByRole("button", { name: "Keep my changes" }));
  server.reply(SAVE, 200, { ...GIVEN, version: 5 });
  await user.click(screen.getByRole("button", { name: "Save roles" }));
  await notice("The roles are saved");
  expect(server.lastCall(SAVE).body).toEqual({ roles: [{ role: "author" }], version: 4 });
  useSession.setState({ user: null, status: "anonymous" });
});

it("offers the archived tests of a role, so that they can be taken", async () => {
  const old = { ...TEST, id: "t-2", title: "Old engineer" };
  server.reply("GET /api/tests", 200, ({ query }) => [query.archived ? old : TEST]);
  await open([{ role: "proctor", tests: ["t-2"] }]);
  expect(await screen.findByRole("checkbox", { name: "Old engineer" })).toHaveProperty("checked", true);
});

it("says where the company's groups set the roles", async () => {
  server.reply("GET /api/admin/roles", 200, [GIVEN]);
  show(<Opened account={{ ...PAUL, provided_by: "corp" }} />);
  expect(await screen.findByRole("note")).toHaveTextContent(/Paul signs in with the company’s account/);
});
