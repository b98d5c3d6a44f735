import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { backendTest } from "@/test/data";
import { server } from "@/test/mock-server";
import { expectAccessible, notice, show } from "@/test/page";
import { PlatformsTab } from "./PlatformsTab";
import type { Platform, SigningKey } from "./platforms";

const platform: Platform = {
  id: "moodle",
  name: "Moodle",
  issuer: "https://moodle.example.org",
  clientId: "q5ZyXr",
  deployments: ["1"],
  authUrl: "https://moodle.example.org/mod/lti/auth.php",
  tokenUrl: "https://moodle.example.org/mod/lti/token.php",
  keysUrl: "https://moodle.example.org/mod/lti/certs.php",
  webhookId: "w1",
  version: 7,
};

const key: SigningKey = {
  id: "kid-2",
  createdAt: "2026-11-20T10:00:00Z",
  retiredAt: null,
  publishedUntil: null,
};
const retired: SigningKey = {
  id: "kid-1",
  createdAt: "2026-03-01T10:00:00Z",
  retiredAt: key.createdAt,
  publishedUntil: "2026-11-21T10:00:00Z",
};

const site = {
  loginUrl: "https://tests.example.org/api/lti/login",
  launchUrl: "https://tests.example.org/api/lti/launch",
  keysUrl: "https://tests.example.org/api/lti/keys",
  platforms: [platform],
  keys: [key, retired],
};
const TEST = backendTest({ title: "Rust basics" });

beforeEach(() => {
  server.reply("GET /api/admin/lti-platforms", 200, site);
  server.reply("GET /api/tests", 200, [TEST]);
});

it("shows the addresses to register, and changes a platform from the version that was read", async () => {
  server.reply("PUT /api/admin/lti-platforms/{id}", 200, platform);
  const user = show(<PlatformsTab />);
  expect(await screen.findByText("https://tests.example.org/api/lti/launch")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Edit Moodle" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByLabelText(/^Deployment ids/), "\n2");
  await expectAccessible();
  await user.click(dialog.getByRole("button", { name: "Save platform" }));
  expect(await screen.findByText("Platform saved")).toBeInTheDocument();
  const { body } = server.lastCall("PUT /api/admin/lti-platforms/{id}");
  expect(body).toMatchObject({ deployments: ["1", "2"], tests: null, version: 7, name: "Moodle" });
  expect(body).not.toHaveProperty("id");
});

it("shows what another administrator has changed, and keeps the own changes", async () => {
  server.reply("PUT /api/admin/lti-platforms/{id}", 409, {
    code: "changed_meanwhile",
    detail: "Bob has changed this platform in the meantime.",
    request_id: "r",
    by: "Bob",
    at: "2026-11-24T10:00:00Z",
  });
  const user = show(<PlatformsTab />);
  await user.click(await screen.findByRole("button", { name: "Edit Moodle" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByLabelText(/^Name/), " 2");
  await user.click(dialog.getByRole("radio", { name: "Chosen tests" }));
  await user.click(await dialog.findByRole("checkbox", { name: "Rust basics" }));
  const theirs = { ...platform, name: "LMS", clientId: "other", version: 8 };
  server.reply("GET /api/admin/lti-platforms", 200, { ...site, platforms: [theirs] });
  await user.click(dialog.getByRole("button", { name: "Save platform" }));
  expect(await dialog.findByText(/^Client id:/)).toHaveTextContent("other");
  expect(dialog.getByText("LMS").closest("li")).toHaveTextContent("Moodle 2");
  await expectAccessible();
  await user.click(dialog.getByRole("button", { name: "Keep my changes" }));
  server.reply("PUT /api/admin/lti-platforms/{id}", 200, platform);
  await user.click(dialog.getByRole("button", { name: "Save platform" }));
  await screen.findByText("Platform saved");
  const { body } = server.lastCall("PUT /api/admin/lti-platforms/{id}");
  expect(body).toMatchObject({ name: "Moodle 2", clientId: "other", version: 8, tests: [TEST.id] });
});

it("removes a platform after a question", async () => {
  server.reply("DELETE /api/admin/lti-platforms/{id}", 204, undefined);
  const user = show(<PlatformsTab />);
  await user.click(await screen.findByRole("button", { name: "Remove Moodle" }));
  await user.click(await screen.findByRole("button", { name: "Remove platform" }));
  const { params, query } = server.lastCall("DELETE /api/admin/lti-platforms/{id}");
  expect([params, query]).toEqual([{ id: "moodle" }, { version: "7" }]);
});

const ROTATE = "POST /api/admin/lti-keys/rotate";

const rotation = async () => {
  const user = show(<PlatformsTab />);
  const keys = within(await screen.findByRole("list", { name: "Signing keys" }));
  await user.click(screen.getByRole("button", { name: "Rotate key" }));
  const confirm = within(await screen.findByRole("dialog")).getByRole("button", { name: "Rotate key" });
  return { user, keys, confirm };
};

it("shows the key that signs and until when a retired one is published, and rotates after a question", async () => {
  const { user, keys, confirm } = await rotation();
  const [first, second] = keys.getAllByRole("listitem", { hidden: true });
  expect(first).toHaveTextContent(/^kid-2Since .*Signs now$/);
  expect(second).toHaveTextContent(/^kid-1.*published until .*Retired$/);
  await expectAccessible();
  const next = { ...key, id: "kid-3" };
  server.reply(ROTATE, 201, next);
  server.reply("GET /api/admin/lti-platforms", 200, { ...site, keys: [next, retired] });
  await user.click(confirm);
  await notice("A new key signs for the platforms from now on");
  expect(server.lastCall(ROTATE).body).toEqual({ key: "kid-2" });
  expect(await screen.findByText("kid-3")).toBeVisible();
});

it("says that another administrator was first, and shows their key", async () => {
  const { user, confirm } = await rotation();
  const detail = "Another administrator has made a new key in the meantime.";
  server.reply(ROTATE, 409, { code: "changed_meanwhile", detail, request_id: "r" });
  server.reply("GET /api/admin/lti-platforms", 200, { ...site, keys: [{ ...key, id: "kid-3" }, retired] });
  await user.click(confirm);
  await notice(`Failed to rotate the key: ${detail}`);
  expect(await screen.findByText("kid-3")).toBeVisible();
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("has no key to rotate before the first platform", async () => {
  server.reply("GET /api/admin/lti-platforms", 200, { ...site, platforms: [], keys: [] });
  show(<PlatformsTab />);
  await screen.findByText("https://tests.example.org/api/lti/keys");
  expect(screen.queryByRole("button", { name: "Rotate key" })).toBeNull();
});
