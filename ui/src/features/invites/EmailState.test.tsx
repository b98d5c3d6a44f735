import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Invite } from "@/api/types";
import { type Delivery, standingOf } from "@/features/staff-shared/email-labels";
import { sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { expectAccessible, notice, show } from "@/test/page";
import { EmailState } from "./EmailState";

const RETRY = "POST /api/invites/{id}/retry-email";

const mailed = (state: Delivery["state"], changes: Partial<Invite> = {}) =>
  show(
    <EmailState
      invite={{
        ...sampled("Invite"),
        id: "i-1",
        status: "sent",
        email_sent: false,
        email_queued: false,
        email_error: "550 No such user",
        email_delivery: {
          state,
          until: null,
          reason: "550 No such user",
          advice: "Check the spelling of the address.",
        },
        ...changes,
      }}
    />,
  );
const failed = (status: Invite["status"]) => mailed("refused", { status });

describe("a failed mail of an invitation", () => {
  it("is shown with its reason and a retry while the test has not ended", async () => {
    server.reply(RETRY, 200, { email_sent: true, detail: "" });
    const user = failed("sent");
    expect(screen.getByText("Email Failed")).toBeVisible();
    // Long advice must neither be cut nor make the row of a list high.
    expect(screen.queryByText("Check the spelling of the address.")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Why, and what to do" }));
    const dialog = screen.getByRole("dialog", { name: "Email Failed" });
    expect(dialog).toHaveTextContent("Refused for good");
    expect(dialog).toHaveTextContent("550 No such user");
    expect(dialog).toHaveTextContent("Check the spelling of the address.");
    await expectAccessible();
    await user.keyboard("{Escape}");
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await waitFor(() => expect(server.lastCall(RETRY).params).toMatchObject({ id: "i-1" }));
  });

  it("that is still being sent after ten seconds has not failed", async () => {
    const email_delivery = { state: "sending", until: null, reason: null, advice: null } as const;
    server.reply(RETRY, 200, { email_sent: false, email_delivery });
    const user = failed("sent");
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await notice("The email is still being sent.");
    expect(screen.queryByText(/Failed to send email/)).toBeNull();
  });

  it.each([
    ["waits", "Email Waiting"],
    ["paused", "Email Waiting"],
    ["unconfirmed", "Email May Have Arrived"],
    ["given_up", "Email Failed"],
  ] as const)("that is %s reads: %s", (state, words) => {
    mailed(state);
    expect(screen.getByText(words)).toBeVisible();
    expect(screen.getByRole("button", { name: "Retry" })).toBeVisible();
  });

  it("that the mail server did not confirm before a restart is not queued", () => {
    mailed("unconfirmed", { email_queued: true, email_error: undefined });
    expect(screen.getByText("Email May Have Arrived")).toBeVisible();
    expect(screen.queryByText("Email Queued")).toBeNull();
  });

  it.each([
    ["waits", "2026-03-01T09:00:00Z", /^Waits until/],
    ["paused", "2026-03-01T09:00:00Z", /^All emails wait until/],
    ["paused", null, /^All emails wait$/],
    ["unconfirmed", "2026-03-01T09:00:00Z", /^Not confirmed: sent again/],
    ["given_up", null, /^Given up$/],
    ["sending", null, /^Being sent$/],
  ] as const)("that %s until %s says so", (state, until, words) => {
    expect(standingOf({ state, until })).toMatch(words);
  });

  it.each(["completed", "expired"] as const)("is no more than noted once the invitation is %s", (status) => {
    failed(status);
    expect(screen.getByText("Email Failed")).toBeVisible();
    expect(screen.queryByText("550 No such user")).toBeNull();
    expect(screen.queryByRole("button")).toBeNull();
  });
});
