import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Delivery } from "@/features/staff-shared/email-labels";
import { sampled } from "@/test/data";
import { show } from "@/test/page";
import { MailFailed } from "./MailFailed";

const opened = (state: Delivery["state"]) =>
  show(
    <MailFailed
      invite={{
        ...sampled("Invite"),
        email_sent: false,
        email_delivery: { state, until: null, reason: null, advice: null },
      }}
      onClose={() => undefined}
    />,
  );

it.each([
  ["sending", "Invitation created; the email is still being sent"],
  ["paused", "Invitation created; the email waits"],
  ["unconfirmed", "Invitation created; the email may have arrived"],
  ["refused", "Invitation created, but the email was not sent"],
] as const)("calls an email that is %s by no other name", async (state, title) => {
  opened(state);
  expect(await screen.findByRole("dialog", { name: title })).toBeVisible();
  expect(screen.getByRole("button", { name: "Copy link" })).toBeVisible();
});
