import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { expectAccessible, notice, show } from "@/test/page";
import { RunnersTab } from "./RunnersTab";

const LIST = "GET /api/admin/runners";
const REVOKE = "POST /api/admin/runners/{id}/revoke";
const REJUDGE = "POST /api/admin/runners/{id}/rejudge";
const RUNNER = {
  version: "0.1.0",
  since: "2026-11-20T10:00:00Z",
  slots: 4,
  running: 2,
  reported: 7,
  languages: ["python (Python 3.11.2)"],
  layers: ["landlock", "seccomp"],
  warnings: ["cgroup: none here"],
};
const TOKEN = {
  id: "0199a7c2-5c1e-7f00-8000-000000000001",
  name: "judge-2",
  by: "Ada Lovelace",
  at: "2026-11-20T10:00:00Z",
  revoked_at: null,
  verdicts: 3,
  runners: [RUNNER],
};

const asFirst = (is_first_admin: boolean) =>
  server.reply("GET /api/admin/is-first-admin", 200, { ...sampled("IsFirstAdmin"), is_first_admin });

it("shows a new token once", async () => {
  asFirst(true);
  server.reply(LIST, 200, { tokens: [] });
  const user = show(<RunnersTab />);
  await user.click(await screen.findByRole("button", { name: "Add machine" }));
  await user.type(screen.getByLabelText(/Name of the machine/), "judge-2");
  server.reply("POST /api/admin/runners", 201, { id: TOKEN.id, name: "judge-2", token: "the-secret-token" });
  await user.click(screen.getByRole("button", { name: "Make token" }));
  expect(await screen.findByText("the-secret-token")).toBeVisible();
  await expectAccessible();
  await user.click(screen.getByRole("button", { name: "Done" }));
  expect(screen.queryByText("the-secret-token")).toBeNull();
});

it("offers to judge again what a revoked machine judged", async () => {
  asFirst(true);
  server.reply(LIST, 200, { tokens: [TOKEN] });
  const user = show(<RunnersTab />);
  expect(await screen.findByText("Judging 2")).toBeVisible();
  expect(screen.getByText(/landlock, seccomp/)).toBeVisible();
  await expectAccessible();
  await user.click(screen.getByRole("button", { name: "Revoke: judge-2" }));
  server.reply(REVOKE, 200, {
    answers: 3,
    tests: [{ test_id: TOKEN.id, test_title: "Backend", answers: 3 }],
  });
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Revoke token" }));
  expect(await screen.findByText("Backend")).toBeVisible();
  server.reply(REJUDGE, 200, { answers: 3 });
  await user.click(screen.getByRole("button", { name: "Judge again" }));
  await notice("3 answers are judged again");
});

it("shows how far the verdicts of a machine are judged again", async () => {
  asFirst(true);
  server.reply(LIST, 200, {
    tokens: [TOKEN, { ...TOKEN, id: TOKEN.id.replace(/1$/, "2"), name: "judge-3" }],
  });
  server.reply("GET /api/jobs", 200, [
    { ...sampled("Job"), kind: "rejudge", state: "running", subject: "judge-2", done: 1, total: 3 },
  ]);
  show(<RunnersTab />);
  const row = await screen.findByRole("listitem", { name: "judge-2" });
  expect(await within(row).findByText(/^1 of 3/)).toBeVisible();
  expect(screen.getAllByRole("progressbar", { name: "Code is judged again" })).toHaveLength(1);
});

it("is for the first administrator", async () => {
  asFirst(false);
  show(<RunnersTab />);
  expect(await screen.findByText("Only the first administrator manages code runners.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Add machine" })).toBeNull();
});
