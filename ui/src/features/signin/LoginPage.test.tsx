import { screen } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { RECEIPT_KEY, type ReceiptData } from "@/features/receipt/data";
import { server } from "@/test/mock-server";
import { expectAccessible, notice, show } from "@/test/page";
import LoginPage from "./LoginPage";

const RECEIPT: ReceiptData = {
  test_title: "Backend engineer",
  submitted_at: "2026-11-20T10:00:00Z",
  submitted_by: "candidate",
  answers_stored: 3,
  score: 0,
  provisional: true,
  earned_points: 2,
  auto_earned_points: 2,
  pending_points: 60,
  total_points: 76,
};

const field = () => screen.queryByRole("textbox", { name: /Email/ });

beforeEach(() => sessionStorage.clear());

describe("the start page", () => {
  it("is the sign-in form", async () => {
    show(<LoginPage />);
    expect(await screen.findByRole("textbox", { name: /Email/ })).toBeVisible();
    expect(screen.queryByText(/was received/)).not.toBeInTheDocument();
  });

  it("is the receipt after a test, with the form folded", async () => {
    sessionStorage.setItem(RECEIPT_KEY, JSON.stringify(RECEIPT));
    const user = show(<LoginPage />);
    expect(await screen.findByRole("heading", { name: "Your test was received" })).toBeVisible();
    expect(screen.getByText(/You can close this window/)).toBeVisible();
    expect(screen.getByRole("button", { name: "Download receipt" })).toBeVisible();
    expect(field()).not.toBeInTheDocument();
    await expectAccessible();
    await user.click(screen.getByRole("button", { name: "Sign in to see your tests" }));
    expect(await screen.findByRole("textbox", { name: /Email/ })).toBeVisible();
    expect(screen.getByRole("heading", { name: "Your test was received" })).toBeVisible();
  });

  it("shows the form once the receipt is dismissed", async () => {
    sessionStorage.setItem(RECEIPT_KEY, JSON.stringify(RECEIPT));
    const user = show(<LoginPage />);
    await user.click(await screen.findByRole("button", { name: "Dismiss" }));
    expect(await screen.findByRole("textbox", { name: /Email/ })).toBeVisible();
  });

  it("says at the field that the password is wrong, and lets it be typed again", async () => {
    const detail = "The email address or the password is wrong.";
    server.reply("POST /api/auth/login", 401, { detail, code: "invalid_credentials", request_id: "r-1" });
    const user = show(<LoginPage />);
    await user.type(await screen.findByRole("textbox", { name: /Email/ }), "ada@example.org");
    const password = screen.getByLabelText(/^Password/);
    await user.type(password, "wrong one");
    await user.click(screen.getByRole("button", { name: "Sign In" }));
    await notice(`Login failed: ${detail}`);
    expect(password).toHaveAccessibleDescription(detail);
    expect(password).toBeInvalid();
    expect(password).toHaveFocus();
    expect(password).toHaveValue("wrong one");
    await expectAccessible();
  });
});
