import { act, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { server } from "@/test/mock-server";
import { expectAccessible, show } from "@/test/page";
import OwnPage from "./OwnPage";
import { Receipt } from "./Receipt";

const HEAD = "ab".repeat(32);
const KEPT = {
  state: "kept" as const,
  name: "Grace Hopper",
  email: "grace@example.com",
  test_title: "Compilers",
  company: "Acme",
  started_at: "2026-11-20T14:00:00Z",
  submitted_at: "2026-11-20T15:00:00Z",
  submitted_by: "candidate" as const,
  answers: 2,
  late_answers: 0,
  history: { mode: "keystrokes" as const, saves: 12, saves_kept: 12, head: HEAD },
  screenshots: 1,
  seen_by: ["administrators of Acme"],
  consent: null,
  erasure_asked_at: null,
  erasure_declined: null,
};

const open = () => show(<OwnPage />, { at: "/receipt/t-1", route: "/receipt/:token" });

it("says how many versions are kept, where they are not all", async () => {
  const history = { ...KEPT.history, saves: 112, saves_kept: 96 };
  server.reply("GET /api/receipt/{token}", 200, { ...KEPT, history });
  open();
  expect(await screen.findByText(/^112 saves, of which the first 96 are kept: each change/)).toBeVisible();
});

it("shows what is kept, and takes a wish for erasure", async () => {
  server.reply("GET /api/receipt/{token}", 200, KEPT);
  const user = open();
  expect(await screen.findByRole("heading", { name: "What is kept about your test" })).toBeVisible();
  expect(screen.getByText(/^12 saves: each change with its time/)).toBeVisible();
  expect(screen.getByText("Administrators of Acme")).toBeVisible();
  expect(screen.getByText(HEAD)).toBeVisible();
  await expectAccessible();
  const asked = { ...KEPT, erasure_asked_at: "2026-11-21T09:00:00Z" };
  server.reply("POST /api/receipt/{token}/erasure", 200, asked);
  await user.click(screen.getByRole("button", { name: "Ask for erasure" }));
  const dialog = within(screen.getByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Ask for erasure" }));
  expect(await screen.findByText(/^You asked for erasure on /)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Ask for erasure" })).toBeNull();
});

it("names the test in the language of the page", async () => {
  const page = { ...KEPT, test_language: "de", test_translations: { en: { title: "Building compilers" } } };
  server.reply("GET /api/receipt/{token}", 200, { ...page, test_title: "Compilerbau" });
  open();
  expect(await screen.findByText("Building compilers")).toHaveAttribute("lang", "en");
  expect(screen.queryByText("Compilerbau")).toBeNull();
});

it("shows the text that was accepted", async () => {
  const hash = "cd".repeat(32);
  const consent = { version: 1, text: "We keep your answers.", hash, accepted_at: KEPT.started_at };
  server.reply("GET /api/receipt/{token}", 200, { ...KEPT, consent });
  const user = open();
  await user.click(await screen.findByText("Show the text"));
  expect(screen.getByText(consent.text)).toBeVisible();
  expect(screen.getByText(`SHA-256 of the text: ${hash}`)).toBeVisible();
  await expectAccessible();
});

it("shows why a request was declined, and takes another one", async () => {
  const declined = { at: "2026-11-21T10:00:00Z", reason: "The law demands it." };
  const page = { ...KEPT, erasure_asked_at: "2026-11-21T09:00:00Z", erasure_declined: declined };
  server.reply("GET /api/receipt/{token}", 200, page);
  open();
  expect(await screen.findByText("The law demands it.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Ask again" })).toBeVisible();
  await expectAccessible();
});

it("says that a reopened test continues", async () => {
  server.reply("GET /api/receipt/{token}", 200, { state: "running" });
  open();
  expect(await screen.findByRole("heading", { name: "Your test continues" })).toBeVisible();
});

it("says when all was erased", async () => {
  server.reply("GET /api/receipt/{token}", 200, { state: "erased", erased_at: "2026-11-22T09:00:00Z" });
  open();
  expect(await screen.findByRole("heading", { name: /^Erased on Nov 22, 2026$/ })).toBeVisible();
  await expectAccessible();
});

it("does not know other links", async () => {
  server.refuse("GET /api/receipt/{token}", 404, { detail: "Unknown.", code: "unknown_receipt" });
  open();
  expect(await screen.findByRole("heading", { name: "Unknown link" })).toBeVisible();
});

it("is linked from the receipt", () => {
  const { test_title, submitted_at, submitted_by } = KEPT;
  const points = { score: 0, earned_points: 0, auto_earned_points: 0, pending_points: 0, total_points: 1 };
  const receipt = {
    test_title,
    submitted_at,
    submitted_by,
    answers_stored: 2,
    provisional: false,
    ...points,
  };
  show(<Receipt receipt={{ ...receipt, receipt_token: "t-1" }} onDismiss={() => undefined} />);
  const link = screen.getByRole("link", {
    name: "See or download what is stored about you, or ask to delete it",
  });
  expect(link).toHaveAttribute("href", `${window.location.origin}/receipt/t-1`);
});

it("opens the test again once it was reopened", async () => {
  const go_on = { token: "tok", key: "k" };
  const ended = {
    test_title: "Compilers",
    submitted_at: KEPT.submitted_at,
    submitted_by: "deadline" as const,
  };
  const points = { score: 0, earned_points: 0, auto_earned_points: 0, pending_points: 0, total_points: 1 };
  const receipt = { ...ended, ...points, answers_stored: 2, provisional: false, receipt_token: "t-1", go_on };
  server.reply("GET /api/receipt/{token}", 200, { state: "running" });
  show(<Receipt receipt={receipt} onDismiss={() => undefined} />);
  await waitFor(() => expect(sessionStorage.getItem("invigil_attempt_key:tok")).toBe("k"));
  expect(sessionStorage.getItem("invigil_receipt")).toBeNull();
});

it("stays on the receipt when a reopened test has ended again", async () => {
  const points = { score: 0, earned_points: 0, auto_earned_points: 0, pending_points: 0, total_points: 1 };
  const { test_title, submitted_at } = KEPT;
  const receipt = {
    ...points,
    test_title,
    submitted_at,
    submitted_by: "deadline" as const,
    answers_stored: 2,
    provisional: false,
    receipt_token: "t-2",
    go_on: { token: "tok-2", key: "k" },
  };
  function Ends() {
    const [count, setCount] = useState(1);
    return (
      <>
        <button type="button" onClick={() => setCount(2)}>
          End again
        </button>
        <Receipt key={count} receipt={receipt} onDismiss={() => undefined} />
      </>
    );
  }
  const key = () => sessionStorage.getItem("invigil_attempt_key:tok-2");
  server.reply("GET /api/receipt/{token}", 200, { state: "running" });
  const user = show(<Ends />);
  await waitFor(() => expect(key()).toBe("k"));
  sessionStorage.removeItem("invigil_attempt_key:tok-2");
  server.reply("GET /api/receipt/{token}", 200, KEPT);
  await user.click(screen.getByRole("button", { name: "End again" }));
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(
    screen.getByRole("link", { name: "See or download what is stored about you, or ask to delete it" }),
  ).toBeVisible();
  expect(key()).toBeNull();
});
