import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { ExamSession } from "@/api/types";
import { sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { notice, show } from "@/test/page";
import { SessionDialog } from "./SessionDialog";

const PUT = "PUT /api/sessions/{id}";
const session: ExamSession = {
  ...sampled("ExamSession"),
  id: "s1",
  version: 3,
  starts_at: "2026-03-02T09:00:00Z",
  ends_at: null,
  place: "Hall",
  notes: "",
  lead: null,
  proctors: [],
};

it("keeps the place that someone else has changed when own notes are kept", async () => {
  server.reply("GET /api/admin/list-admins", 200, []);
  const done = vi.fn();
  const user = show(<SessionDialog session={session} onDone={done} onClose={() => {}} />);
  await user.type(screen.getByLabelText("Notes"), "Mine.");
  const faster = { code: "changed_meanwhile" as const, detail: "x", request_id: "r", by: "Bob", at: "" };
  server.reply(PUT, 409, faster);
  server.reply("GET /api/sessions/{id}", 200, { ...session, place: "Library", version: 4 });
  await user.click(screen.getByRole("button", { name: "Save" }));
  const keep = await screen.findByRole("button", { name: "Keep mine" });
  expect(server.lastCall(PUT).body).toMatchObject({ notes: "Mine.", version: 3 });
  server.reply(PUT, 200, { ...session, version: 5 });
  await user.click(keep);
  await vi.waitFor(() => expect(done).toHaveBeenCalled());
  expect(server.lastCall(PUT).body).toMatchObject({ place: "Library", notes: "Mine.", version: 4 });
});

it("says that a common start went with the time that it was for", async () => {
  server.reply("GET /api/admin/list-admins", 200, []);
  const together = { ...session, start: "together" as const, begins_at: "2026-03-02T09:15:00Z" };
  const user = show(<SessionDialog session={together} onDone={() => {}} onClose={() => {}} />);
  await user.type(screen.getByLabelText("Notes"), "Tomorrow.");
  server.reply(PUT, 200, { ...together, begins_at: null, version: 4 });
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await notice(/Please set it again/)).toBeInTheDocument();
});
