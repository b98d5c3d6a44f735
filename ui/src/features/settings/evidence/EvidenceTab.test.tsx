import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { expectAccessible, notice, show } from "@/test/page";
import { EvidenceTab } from "./EvidenceTab";

const ROTATE = "POST /api/evidence-keys/rotate";
const KEY = {
  fingerprint: "ab".repeat(32),
  public_key: "cd".repeat(32),
  created_at: "2026-11-20T10:00:00Z",
  retired_at: null,
};

const asFirst = (is_first_admin: boolean) =>
  server.reply("GET /api/admin/is-first-admin", 200, { ...sampled("IsFirstAdmin"), is_first_admin });

it("rotates the key for the first administrator, who confirms", async () => {
  asFirst(true);
  server.reply("GET /api/evidence-keys", 200, { keys: [KEY] });
  const user = show(<EvidenceTab />);
  await user.click(await screen.findByRole("button", { name: "Rotate key" }));
  await expectAccessible();
  server.reply(ROTATE, 201, KEY);
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Rotate key" }));
  await notice("A new key signs evidence from now on");
  expect(server.lastCall(ROTATE).body).toEqual({ fingerprint: KEY.fingerprint });
});

it("offers that to no one else", async () => {
  asFirst(false);
  server.reply("GET /api/evidence-keys", 200, { keys: [KEY] });
  show(<EvidenceTab />);
  expect(await screen.findByText("Signs now")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Rotate key" })).toBeNull();
});
