import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Invite } from "@/api/types";
import { sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { expectAccessible, show } from "@/test/page";
import { EmailState } from "./EmailState";

const RETRY = "POST /api/invites/{id}/retry-email";

const failed = (status: Invite["status"]) =>
  show(
    <EmailState
      invite={{
        ...sampled("Invite"),
        id: "i-1",
        status,
        email_sent: false,
        email_queued: false,
        email_error: "550 No such user",
      }}
    />,
  );

describe("a failed mail of an invitation", () => {
  it("is shown with its reason and a retry while the test has not ended", async () => {
    server.reply(RETRY, 200, { email_sent: true, detail: "" });
    const user = failed("sent");
    expect(screen.getByText("550 No such user")).toBeVisible();
    await expectAccessible();
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await waitFor(() => expect(server.lastCall(RETRY).params).toMatchObject({ id: "i-1" }));
  });

  it.each(["completed", "expired"] as const)("is no more than noted once the invitation is %s", (status) => {
    failed(status);
    expect(screen.getByText("Email Failed")).toBeVisible();
    expect(screen.queryByText("550 No such user")).toBeNull();
    expect(screen.queryByRole("button")).toBeNull();
  });
});
