import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import type { SaveReply } from "@/api/types";
import { rememberReceipt } from "@/lib/known-receipts";
import { dropDelivered, keepUndelivered, undeliveredCount } from "@/lib/undelivered";
import { sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { expectAccessible, show } from "@/test/page";
import OwnPage from "./OwnPage";
import { Receipt } from "./Receipt";
import { Undelivered } from "./Undelivered";

const SAVE = "PUT /api/take-test/{token}/answers";
const receipt = {
  test_title: "Compilers",
  submitted_at: "2026-11-20T15:00:00Z",
  submitted_by: "candidate" as const,
  answers_stored: 1,
  score: 20,
  earned_points: 2,
  auto_earned_points: 2,
  pending_points: 0,
  total_points: 10,
  provisional: false,
  link: "tok-1",
  missing: 1,
};
const text = { question_id: "q-2", number: 2, answer: "The only copy.", seq: 7 };
const left = (token: string) => ({
  token,
  key: "k",
  title: "Compilers",
  applicant: "Grace Hopper",
  invite_id: "i-1",
  texts: [text],
});
const acknowledged = (): SaveReply => ({
  ...sampled("SaveReply"),
  acked: [{ question_id: "q-2", seq: 7 }],
  late: true,
  submitted: true,
});

const open = () =>
  show(
    <>
      <Receipt receipt={receipt} onDismiss={() => undefined} />
      <Undelivered />
    </>,
  );

beforeEach(() => {
  localStorage.clear();
  rememberReceipt("tok-1", "receipt-1");
  keepUndelivered(left("tok-1"));
});

it("keeps the only copy of an answer after a double click on its deletion", async () => {
  server.refuse(SAVE, 503, { detail: "Busy." });
  const user = open();
  await user.dblClick(screen.getByRole("button", { name: "Delete from this computer" }));
  const dialog = within(screen.getByRole("dialog", { name: "Delete your answer?" }));
  expect(dialog.getByText(/question 2 of/)).toBeVisible();
  const confirm = dialog.getByRole("button", { name: "Delete for good" });
  expect(confirm).toBeDisabled();
  await expectAccessible();
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(undeliveredCount()).toBe(1);
});

it("says for good that a deleted answer never arrived", async () => {
  server.refuse(SAVE, 503, { detail: "Busy." });
  const user = open();
  expect(screen.getByText("20%, not final")).toBeVisible();
  expect(screen.getByText(/^The score is not final: 1 answer has not arrived\./)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Delete from this computer" }));
  const confirm = within(screen.getByRole("dialog")).getByRole("button", { name: "Delete for good" });
  await waitFor(() => expect(confirm).toBeEnabled(), { timeout: 3_000 });
  await user.click(confirm);
  expect(screen.queryByRole("region", { name: "Answers that have not arrived" })).toBeNull();
  expect(undeliveredCount()).toBe(0);
  expect(screen.getByText("Never arrived")).toBeVisible();
  expect(screen.getByText("1 answer, deleted from this computer")).toBeVisible();
  expect(screen.getByText("20%")).toBeVisible();
  expect(screen.queryByText("Arrived late")).toBeNull();
});

it("calls the score final only where no late answer can change it", async () => {
  server.reply(SAVE, 200, acknowledged);
  open();
  expect(await screen.findByText("Arrived late")).toBeVisible();
  expect(screen.getByText("20%, not final")).toBeVisible();
  expect(screen.getByText(/^A reviewer decides whether late answers count\. You can close/)).toBeVisible();
  expect(server.lastCall(SAVE).headers.get("X-Attempt-Key")).toBe("k");
});

it("calls no score final while answers that the submit brought too late wait for a reviewer", () => {
  dropDelivered("tok-1", "q-2", 7);
  show(<Receipt receipt={{ ...receipt, missing: 0, late: true }} onDismiss={() => undefined} />);
  expect(screen.getByText("20%, not final")).toBeVisible();
  expect(screen.getByText(/^A reviewer decides whether late answers count\./)).toBeVisible();
});

it("does not ascribe the answers of another test to this one", () => {
  dropDelivered("tok-1", "q-2", 7);
  keepUndelivered(left("tok-2"));
  server.refuse(SAVE, 503, { detail: "Busy." });
  show(<Receipt receipt={{ ...receipt, missing: 0 }} onDismiss={() => undefined} />);
  expect(screen.queryByText("Not arrived")).toBeNull();
  expect(screen.getByText("20%")).toBeVisible();
});

it("sends what is left also from the candidate's own page", async () => {
  server.reply(SAVE, 200, acknowledged);
  server.reply("GET /api/receipt/{token}", 200, { state: "running" });
  show(<OwnPage />, { at: "/receipt/t-1", route: "/receipt/:token" });
  expect(await screen.findByText(/^The missing answer has arrived\./)).toBeVisible();
  expect(undeliveredCount()).toBe(0);
});
