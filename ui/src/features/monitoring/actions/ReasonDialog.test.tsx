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
  const subject = { inviteId: "i-1", attemptId: "at-1", name: "Noor Haddad", title: "Backend engineer" };
  const user = show(<ReasonDialog kind="release" subject={subject} onClose={() => undefined} />, { client });
  await user.type(screen.getByRole("textbox", { name: /reason/i }), "Battery");
  await user.click(screen.getByRole("button", { name: "Allow resume" }));
  await notice("The test can be resumed on another device");
  await waitFor(() =>
    expect(client.getQueryData(MONITORABLE.queryKey)?.[0]).toMatchObject({ id: "i-1", attempt_id: "at-1" }),
  );
  expect(client.getQueryData(MONITORABLE.queryKey)?.[0]?.resume_requested_at).toBeUndefined();
});
