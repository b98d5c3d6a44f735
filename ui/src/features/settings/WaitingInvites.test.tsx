import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { expectAccessible, notice, show } from "@/test/page";
import { WaitingInvites } from "./WaitingInvites";

const overview = (changes: object) =>
  server.reply("GET /api/admin/overview", 200, { ...sampled("Overview"), failed_mails: 5, ...changes });

it("sends what waited by one press, once mail is set up", async () => {
  overview({ sends_mail: true });
  const done = { ...sampled("ActionResult"), outcome: "done" as const };
  server.reply("POST /api/invites/actions", 200, { results: [done, done, done, done, done] });
  const user = show(<WaitingInvites />);
  expect(await screen.findByText("5 invitations were created, but not emailed.")).toBeVisible();
  await expectAccessible();
  await user.click(screen.getByRole("button", { name: "Send them now" }));
  await notice("5 invitations queued");
  expect(server.lastCall("POST /api/invites/actions").body).toEqual({
    action: "resend",
    filter: { status_filter: "mail_failed" },
  });
});

it("offers nothing while no mail server is set up", async () => {
  overview({ sends_mail: false });
  show(
    <>
      <WaitingInvites />
      <p>Shown</p>
    </>,
  );
  await screen.findByText("Shown");
  expect(screen.queryByRole("button", { name: "Send them now" })).toBeNull();
});
