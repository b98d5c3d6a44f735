import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { rememberReceipt } from "@/lib/known-receipts";
import { keepUndelivered } from "@/lib/undelivered";
import { sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { expectAccessible, notice, show } from "@/test/page";
import InvitePage from "./InvitePage";

const SAVE = "PUT /api/take-test/{token}/answers";
const OPEN = "GET /api/invites/token/{token}";
const open = () => show(<InvitePage />, { at: "/test-invite/tok-1", route: "/test-invite/:token" });
const submitted = {
  detail: "This test has already been submitted.",
  code: "finished",
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

it("leads to the receipt in the browser in which the test was taken", async () => {
  rememberReceipt("tok-1", "receipt-1");
  server.refuse(OPEN, 410, { ...submitted, submitted_by: "candidate" });
  open();
  const link = await screen.findByRole("link", { name: "See your receipt" });
  expect(link).toHaveAttribute("href", "/receipt/receipt-1");
});

it("names answers that have not arrived, and sends them", async () => {
  const text = { question_id: "q-2", number: 2, answer: "late", seq: 4 };
  keepUndelivered({
    token: "tok-1",
    key: "k",
    title: "Backend",
    applicant: "",
    invite_id: "i-1",
    texts: [text],
  });
  server.refuse(OPEN, 410, { ...submitted, submitted_by: "candidate" });
  server.refuse(SAVE, 429, { detail: "Later." });
  open();
  expect(await screen.findByText(/Keep this window open until your answers have arrived/)).toBeVisible();
  expect(screen.queryByText(/nothing more to do/)).toBeNull();
  expect(screen.getByRole("region", { name: "Answers that have not arrived" })).toHaveTextContent(
    "question 2",
  );
  const at = new Date().toISOString();
  const times = { server_time: at, deadline: at, late: true, submitted: true };
  server.reply(SAVE, 200, { ...sampled("SaveReply"), ...times, acked: [{ question_id: "q-2", seq: 4 }] });
  window.dispatchEvent(new Event("online"));
  expect(await screen.findByText(/^The missing answer has arrived/)).toBeVisible();
  expect(screen.getByText(/nothing more to do/)).toBeVisible();
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
