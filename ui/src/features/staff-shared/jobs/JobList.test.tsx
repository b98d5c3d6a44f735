import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Job } from "@/api/types";
import { server } from "@/test/mock-server";
import { expectAccessible, show } from "@/test/page";
import { JobList } from "./JobList";

const job = (over: Partial<Job>): Job => ({
  id: "j-1",
  kind: "test_import",
  subject: "tests.zip",
  state: "done",
  done: 0,
  total: 0,
  begun_at: new Date().toISOString(),
  can_cancel: true,
  resumes: false,
  ...over,
});

it("shows what runs with its progress, and what became of the last ones", async () => {
  server.reply("GET /api/jobs", 200, [
    job({ id: "j-3", state: "running", done: 30, total: 120 }),
    job({ id: "j-2", subject: "bad.zip", state: "failed", message: "line 1: This is not JSON." }),
    job({ id: "j-1", kind: "comparison", subject: "", state: "interrupted" }),
  ]);
  show(<JobList />);
  expect(await screen.findByRole("progressbar", { name: "Import of tests: tests.zip" })).toHaveAttribute(
    "aria-valuenow",
    "25",
  );
  expect(screen.getByText(/^30 of 120, \d+ s$/)).toBeVisible();
  expect(screen.getByText("It goes on if you leave this page.")).toBeVisible();
  expect(screen.getByText("Failed: line 1: This is not JSON.")).toBeVisible();
  expect(screen.getByText("Interrupted: the server stopped. Please start it again.")).toBeVisible();
  await expectAccessible();
});

it("says where a stop of the server has ended a job", async () => {
  server.reply("GET /api/jobs", 200, [
    job({ id: "j-3", kind: "bulk_send", subject: "Engineer", state: "interrupted", done: 320, total: 1000 }),
    job({ id: "j-2", kind: "repair", state: "interrupted", resumes: true, done: 100, total: 400 }),
    job({
      id: "j-1",
      kind: "rejudge",
      state: "running",
      subject: "Code",
      can_cancel: false,
      done: 1,
      total: 4,
    }),
  ]);
  show(<JobList />);
  expect(
    await screen.findByText("Interrupted at 320 of 1,000: the server stopped. Please start it again."),
  ).toBeVisible();
  expect(screen.getByText(/^Interrupted at 100 of 400 when the server stopped\. It went on/)).toBeVisible();
  expect(screen.getByRole("progressbar", { name: "Judging code again: Code" })).toHaveAttribute(
    "aria-valuenow",
    "25",
  );
  expect(screen.queryByRole("button", { name: "Cancel" })).toBeNull();
});

it("cancels a job", async () => {
  server.reply("GET /api/jobs", 200, [job({ id: "j-9", state: "running" })]);
  server.reply("POST /api/jobs/{id}/cancel", 204, () => {
    server.reply("GET /api/jobs", 200, [job({ id: "j-9", state: "cancelled" })]);
    return undefined as never;
  });
  const user = show(<JobList />);
  await user.click(await screen.findByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.getByText("Cancelled")).toBeVisible());
});

it("says what was not done, what goes on by itself, and offers no cancellation where there is none", async () => {
  const note = "1 of 60 people were not invited. The list, sent again, says why of each.";
  server.reply("GET /api/jobs", 200, [
    job({ id: "j-3", kind: "repair", state: "running", subject: "Engineer", can_cancel: false }),
    job({ id: "j-2", kind: "bulk_send", subject: "Engineer", message: note }),
    job({ id: "j-1", kind: "repair", state: "interrupted", subject: "Engineer", resumes: true }),
  ]);
  show(<JobList />);
  expect(await screen.findByText(`Done: ${note}`)).toBeVisible();
  expect(screen.getByText(/It went on after the start\./)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Cancel" })).toBeNull();
});

it("says that a download ends with its page", async () => {
  server.reply("GET /api/jobs", 200, [
    job({ id: "j-2", kind: "export", state: "running", subject: "results.csv" }),
    job({ id: "j-1", kind: "backup", state: "running", subject: "", can_cancel: false }),
  ]);
  show(<JobList />);
  expect(await screen.findByText("Keep this page open until the file is here.")).toBeVisible();
  expect(screen.getAllByText("It goes on if you leave this page.")).toHaveLength(1);
});

it("shows one that runs above newer ones, and all that are kept on demand", async () => {
  server.reply("GET /api/jobs", 200, [
    ...Array.from({ length: 7 }, (_, n) => job({ id: `j-${n}`, subject: `${n}.zip` })),
    job({ id: "j-9", kind: "rejudge", state: "running", subject: "Code", can_cancel: false }),
  ]);
  const user = show(<JobList />);
  expect(await screen.findByRole("progressbar", { name: "Judging code again: Code" })).toBeVisible();
  expect(screen.queryByText("Import of tests: 6.zip")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Show all 8" }));
  expect(screen.getByText("Import of tests: 6.zip")).toBeVisible();
});
