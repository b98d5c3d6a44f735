import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { notice, queries, show } from "@/test/page";
import { MONITORABLE } from "../useMonitorable";
import { ReasonDialog } from "./ReasonDialog";

const RELEASE = "POST /api/attempts/{id}/release";

it("clears a request that was allowed at once, before the list is read again", async () => {
  const client = queries();
  const invite = {
    ...sampled("Invite"),
    id: "i-1",
    attempt_id: "at-1",
    resume_requested_at: "2026-03-02T09:09:00Z",
  };
  client.setQueryData(MONITORABLE.queryKey, [invite]);
  const { resume_requested_at: _, ...released } = {
    ...sampled("WatchedInvite"),
    id: "i-1",
    attempt_id: "at-1",
  };
  server.reply(RELEASE, 200, { ...sampled("AttemptReply"), invite: released });
  const subject = {
    inviteId: "i-1",
    attemptId: "at-1",
    name: "Noor Haddad",
    title: "Backend engineer",
    paused: false,
  };
  const user = show(<ReasonDialog kind="release" subject={subject} onClose={() => undefined} />, { client });
  await user.type(screen.getByRole("textbox", { name: /reason/i }), "Battery");
  await user.click(screen.getByRole("button", { name: "Allow resume" }));
  await notice("The test can be resumed on another device");
  await waitFor(() =>
    expect(client.getQueryData(MONITORABLE.queryKey)?.[0]).toMatchObject({ id: "i-1", attempt_id: "at-1" }),
  );
  expect(client.getQueryData(MONITORABLE.queryKey)?.[0]?.resume_requested_at).toBeUndefined();
});

it("adds usual minutes for a common reason by three presses", async () => {
  const subject = {
    inviteId: "i-1",
    attemptId: "at-1",
    name: "Noor Haddad",
    title: "Backend engineer",
    paused: false,
  };
  server.reply("POST /api/attempts/{id}/add-time", 200, sampled("AttemptReply"));
  const user = show(<ReasonDialog kind="add-time" subject={subject} onClose={() => undefined} />);
  await user.click(screen.getByRole("button", { name: "15 min" }));
  await user.click(screen.getByRole("button", { name: "Technical problem" }));
  expect(screen.getByRole("button", { name: "15 min" })).toHaveAttribute("aria-pressed", "true");
  await user.click(screen.getByRole("button", { name: "Add time" }));
  await notice("Time added");
  expect(server.lastCall("POST /api/attempts/{id}/add-time").body).toEqual({
    minutes: 15,
    reason: "Technical problem",
  });
});

it("adds time beside what someone else has added only after that was said", async () => {
  const add = "POST /api/attempts/{id}/add-time";
  const [seenAt, at] = ["2026-03-02T09:00:00.000Z", "2026-03-02T09:00:07.000Z"];
  const subject = {
    inviteId: "i-1",
    attemptId: "at-1",
    name: "Noor Haddad",
    title: "Backend engineer",
    paused: false,
    seenAt,
  };
  const detail = "Peter has added time in the meantime. Please look at the new end.";
  server.reply(add, 409, { code: "changed_meanwhile", detail, request_id: "r1", by: "Peter", at });
  const user = show(<ReasonDialog kind="add-time" subject={subject} onClose={() => undefined} />);
  await user.click(screen.getByRole("button", { name: "Technical problem" }));
  await user.click(screen.getByRole("button", { name: "Add time" }));
  await notice(/Peter has added time/);
  expect(server.lastCall(add).body).toMatchObject({ minutes: 10, seen_at: seenAt });
  server.reply(add, 200, sampled("AttemptReply"));
  await user.click(screen.getByRole("button", { name: "Add time" }));
  await notice("Time added");
  expect(server.lastCall(add).body).toMatchObject({ minutes: 10, seen_at: at });
});
