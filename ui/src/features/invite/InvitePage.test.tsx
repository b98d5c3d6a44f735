import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { rememberReceipt } from "@/lib/known-receipts";
import { keepUndelivered } from "@/lib/undelivered";
import { sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { expectAccessible, notice, show } from "@/test/page";
import InvitePage from "./InvitePage";

const OPEN = "GET /api/invites/token/{token}";
const CHOOSE = "POST /api/invites/token/{token}/schedule";
const NAME = "POST /api/invites/token/{token}/name";
const open = () => show(<InvitePage />, { at: "/test-invite/tok-1", route: "/test-invite/:token" });
const submitted = {
  detail: "This test has already been submitted.",
  code: "finished" as const,
  submitted_at: "2026-11-20T14:30:00Z",
};

it.each([
  ["candidate", "You submitted this test", /^You submitted it on .*2026/],
  ["deadline", "Your test was received", /^The time was up on .*2026/],
  ["admin", "Your administrator ended this test", /^It was ended on .*2026/],
])("says how and when a test ended: %s", async (submitted_by, title, words) => {
  server.refuse(OPEN, 410, { ...submitted, submitted_by });
  open();
  expect(await screen.findByRole("heading", { name: title })).toBeVisible();
  expect(screen.getByText(words)).toBeVisible();
  expect(screen.queryByText(/Invalid/)).toBeNull();
  expect(screen.queryByRole("link", { name: "See your receipt" })).toBeNull();
  await expectAccessible();
});

it("takes the JSON of an intermediary for no invitation, and offers to try again", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ status: "please sign in" }));
  const user = open();
  const again = await screen.findByRole("button", { name: "Try again" });
  expect(screen.getByText(/replied instead of the server/)).toBeVisible();
  vi.unstubAllGlobals();
  await user.click(again);
  await waitFor(() => expect(screen.queryByText(/replied instead of the server/)).toBeNull());
});

it("shows the chosen time where only the reply to the choice was lost", async () => {
  const end = new Date(Date.now() + 14 * 86_400_000).toISOString();
  const page = (scheduled_date: string | null) => {
    const own = { status: "sent" as const, admin_scheduled: false, no_schedule: false, scheduled_date };
    const invite = { ...sampled("PublicInvite"), ...own, expires_at: end, closes_at: end };
    const company = { ...sampled("InvitePage").company, first_slot: "09:00", last_slot: "17:30" };
    return { ...sampled("InvitePage"), server_time: new Date().toISOString(), invite, company };
  };
  server.reply(OPEN, 200, page(null));
  server.refuse(CHOOSE, 503, { detail: "The server is busy." });
  const user = open();
  await user.click(await screen.findByRole("button", { name: "Schedule Test" }));
  await user.click(screen.getAllByRole("button", { pressed: false })[1] as HTMLElement);
  await user.selectOptions(screen.getByRole("combobox", { name: "Time" }), "10:00");
  await user.click(screen.getByRole("button", { name: "Confirm Schedule" }));
  expect(await screen.findByText("The server is busy.")).toBeVisible();
  // This time the server has taken it.
  server.reply(OPEN, 200, page(server.lastCall(CHOOSE).body?.scheduled_date ?? null));
  await user.click(screen.getByRole("button", { name: "Confirm Schedule" }));
  expect(await screen.findByRole("heading", { name: "Test scheduled" })).toBeVisible();
});

it("asks who was invited by address alone for a name, and shows it from then on", async () => {
  const page = (own: { applicant_name: string; name_needed?: boolean }) => ({
    ...sampled("InvitePage"),
    invite: { ...sampled("PublicInvite"), ...own, no_schedule: true },
  });
  server.reply(OPEN, 200, page({ applicant_name: "ann@example.org", name_needed: true }));
  server.reply(NAME, 200, page({ applicant_name: "Ann Lee" }));
  const user = open();
  const field = await screen.findByRole("textbox", { name: /^Full name/ });
  await expectAccessible();
  await user.click(screen.getByRole("button", { name: "Continue" }));
  expect(field).toHaveAccessibleDescription(/Please enter your name/);
  expect(field).toHaveFocus();
  expect(server.calls(NAME)).toEqual([]);
  await user.type(field, " Ann Lee {Enter}");
  expect(await screen.findByText("Ann Lee")).toBeVisible();
  expect(server.lastCall(NAME).body).toEqual({ name: "Ann Lee" });
});

it.each([
  ["slow by three hours, and is open", 3, -10],
  ["fast by three hours, and is not open yet", -3, 10],
])("offers the start by the server's clock, where that of the computer is %s", async (_, ahead, opens) => {
  const now = Date.now() + ahead * 3_600_000;
  const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
  const own = { status: "sent" as const, no_schedule: true, admin_scheduled: false };
  const times = { opens_at: at(opens), expires_at: at(600), closes_at: at(600) };
  const invite = { ...sampled("PublicInvite"), ...own, ...times };
  server.reply(OPEN, 200, { ...sampled("InvitePage"), server_time: at(0), invite });
  open();
  const isOpen = opens < 0;
  const shown = isOpen
    ? screen.findByRole("link", { name: "Start" })
    : screen.findByText(/^You can open the test here from/);
  expect(await shown).toBeVisible();
  expect(screen.queryByRole("link", { name: "Start" }) !== null).toBe(isOpen);
});

it("leads to the receipt in the browser in which the test was taken", async () => {
  rememberReceipt("tok-1", "receipt-1");
  server.refuse(OPEN, 410, { ...submitted, submitted_by: "candidate" });
  open();
  const link = await screen.findByRole("link", { name: "See your receipt" });
  expect(link).toHaveAttribute("href", "/receipt/receipt-1");
});

it("sends the answers that have not arrived, and says when nothing is left to do", async () => {
  localStorage.clear();
  const texts = [{ question_id: "q-2", number: 2, answer: "The only copy.", seq: 7 }];
  const of = { title: "Compilers", applicant: "Noor Haddad", invite_id: "i-1" };
  keepUndelivered({ token: "tok-1", key: "k", ...of, texts });
  let arrives: () => void = () => undefined;
  const gate = new Promise<void>((open) => {
    arrives = open;
  });
  server.reply("PUT /api/take-test/{token}/answers", 200, async () => {
    await gate;
    const acked = [{ question_id: "q-2", seq: 7 }];
    return { ...sampled("SaveReply"), acked, late: true, submitted: true };
  });
  server.refuse(OPEN, 410, { ...submitted, submitted_by: "candidate" });
  open();
  expect(await screen.findByRole("region", { name: "Answers that have not arrived" })).toBeVisible();
  expect(screen.getByText(/Keep this page open until your answers have arrived\.$/)).toBeVisible();
  expect(screen.queryByText(/nothing more to do/)).toBeNull();
  arrives();
  expect(await screen.findByText(/^The missing answer has arrived\./)).toBeVisible();
  expect(screen.getByText(/There is nothing more to do\.$/)).toBeVisible();
});

it.each([
  [404, "unknown_link"],
  [410, "expired"],
  [410, "revoked"],
] as const)("shows the card for a link that cannot be loaded: %i %s", async (status, code) => {
  server.refuse(OPEN, status, { detail: "The reason.", code });
  open();
  expect(await screen.findByRole("heading", { name: "Invalid Invite" })).toBeVisible();
  expect(screen.getByText("The reason.")).toBeVisible();
  await notice("Invalid or expired invite link");
});

it("marks times at which the panel is busy, and reads them again when one is refused", async () => {
  const now = Date.now();
  const day = (days: number) => new Date(now + days * 86_400_000).toISOString();
  const page = { ...sampled("InvitePage"), server_time: new Date().toISOString() };
  const invite = {
    ...page.invite,
    status: "sent" as const,
    admin_scheduled: false,
    no_schedule: false,
    scheduled_date: null,
    expires_at: day(10),
  };
  delete (invite as Partial<typeof invite>).slots_from;
  const company = { ...page.company, first_slot: "09:00", last_slot: "17:30" };
  server.reply(OPEN, 200, { ...page, company, invite: { ...invite, taken: [] } });
  server.refuse("POST /api/invites/token/{token}/schedule", 409, {
    code: "slot_taken",
    detail: "This time is no longer free. Please choose another one.",
  });
  const user = open();
  await user.click(await screen.findByRole("button", { name: "Schedule Test" }));
  const [, next] = screen.getAllByRole("button", { pressed: false });
  await user.click(next as HTMLElement);
  expect(next).toHaveAttribute("aria-pressed", "true");
  expect(await screen.findByLabelText("Time")).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText("Date")).toBeEnabled());
  await user.clear(screen.getByLabelText("Date"));
  const tomorrow = new Date(now + 86_400_000);
  const two = (n: number) => String(n).padStart(2, "0");
  await user.type(
    screen.getByLabelText("Date"),
    `${two(tomorrow.getMonth() + 1)}/${two(tomorrow.getDate())}/${tomorrow.getFullYear()}`,
  );
  await user.selectOptions(await screen.findByLabelText("Time"), "10:00");
  server.reply(OPEN, 200, {
    ...page,
    company,
    invite: { ...invite, taken: [{ from: day(0), to: day(2) }] },
  });
  await user.click(screen.getByRole("button", { name: "Confirm Schedule" }));
  expect(await screen.findByText("This time is no longer free. Please choose another one.")).toBeVisible();
  await waitFor(() => expect(screen.getByRole("option", { name: /10:00/ })).toBeDisabled());
});
