import { cleanup, screen } from "@testing-library/react";
import { Navigate, useLocation } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { RECEIPT_KEY, type ReceiptData } from "@/features/receipt/data";
import { useSession } from "@/stores/session";
import { currentToken, storeToken } from "@/stores/session-token";
import { sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { address, expectAccessible, notice, show } from "@/test/page";
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
afterEach(() => {
  storeToken(null);
  useSession.setState({ status: "anonymous", user: null });
});

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

  it("asks for the code of a second factor in a second step", async () => {
    const detail = "Please enter the code of your authenticator app, or a recovery code.";
    const LOGIN = "POST /api/auth/login";
    server.refuse(LOGIN, 401, { code: "totp_required", detail });
    const user = show(<LoginPage />);
    await user.type(await screen.findByRole("textbox", { name: /Email/ }), "ada@example.org");
    await user.type(screen.getByLabelText(/^Password/), "correct horse");
    await user.click(screen.getByRole("button", { name: "Sign In" }));
    const code = await screen.findByRole("textbox", { name: /^Code/ });
    expect(code).toHaveFocus();
    server.refuse(LOGIN, 401, { code: "wrong_code", detail: "This code is wrong." });
    await user.type(code, "000000");
    await user.click(screen.getByRole("button", { name: "Sign In" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("This code is wrong.");
    expect(server.lastCall(LOGIN).body).toEqual({
      email: "ada@example.org",
      password: "correct horse",
      totp: "000000",
    });
    await expectAccessible();
  });

  it("sets up a second factor where the site demands one", async () => {
    const detail = "This site asks for a second factor. Please set one up to sign in.";
    server.refuse("POST /api/auth/login", 403, { code: "second_factor_due", detail });
    const user = show(<LoginPage />);
    await user.type(await screen.findByRole("textbox", { name: /Email/ }), "ada@example.org");
    await user.type(screen.getByLabelText(/^Password/), "correct horse");
    await user.click(screen.getByRole("button", { name: "Sign In" }));
    expect(await screen.findByRole("heading", { name: "Set up a second factor" })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Next" }));
    expect(await screen.findByRole("img", { name: /QR code/ })).toBeVisible();
    expect(server.lastCall("POST /api/auth/totp/begin").body).toEqual({
      email: "ada@example.org",
      password: "correct horse",
    });
  });

  it("leads to the page where a second factor is set up that is not due yet", async () => {
    server.reply("POST /api/auth/login", 200, {
      ...sampled("LoginResponse"),
      second_factor_due: "2026-11-27T10:00:00Z",
    });
    const user = show(<LoginPage />, { at: "/login", route: "/login" });
    await user.type(await screen.findByRole("textbox", { name: /Email/ }), "ada@example.org");
    await user.type(screen.getByLabelText(/^Password/), "correct horse");
    await user.click(screen.getByRole("button", { name: "Sign In" }));
    await notice(/set up a second factor by/);
    await user.click(screen.getByRole("button", { name: "Set up now" }));
    expect(await screen.findByText("Elsewhere")).toBeVisible();
    expect(address()).toBe("/security");
  });

  it("offers the company's sign-in", async () => {
    server.reply("GET /api/auth/providers", 200, [
      { id: "corp", label: "Example Corp", side: "staff", start: "/api/auth/oidc/corp/start" },
    ]);
    show(<LoginPage />);
    const link = await screen.findByRole("link", { name: "Sign in with Example Corp" });
    expect(link).toHaveAttribute("href", "/api/auth/oidc/corp/start");
    await expectAccessible();
  });

  it("says why the company's sign-in failed, once", async () => {
    show(<LoginPage />, { at: "/login?sign_in=no_role" });
    expect(await screen.findByRole("alert")).toHaveTextContent(
      /none of your groups has a role here.*\(no_role\)/,
    );
    expect(window.location.search).toBe("");
  });

  it("does not blame the company's sign-in for what this site refuses", async () => {
    show(<LoginPage />, { at: "/login?sign_in=too_many_attempts" });
    expect(await screen.findByRole("alert")).toHaveTextContent(/did not succeed.*\(too_many_attempts\)/);
  });

  it("fetches the session that the company's sign-in has begun", async () => {
    server.refuse("POST /api/auth/oidc/complete", 401, {
      code: "sign_in_expired",
      detail: "It has expired.",
    });
    show(<LoginPage />, { at: "/login?sign_in=done" });
    expect(await screen.findByRole("alert")).toHaveTextContent(/has expired, or was used already/);
  });

  describe("in a browser that is signed in as someone else", () => {
    const earlier = { ...sampled("User"), id: "earlier", role: "admin" as const };
    const signedIn = sampled("LoginResponse");
    beforeEach(() => {
      storeToken("earlier");
      useSession.setState({ status: "signed_in", user: earlier });
    });

    it("ends their session and begins the one that the company's sign-in has begun", async () => {
      server.reply("POST /api/auth/oidc/complete", 200, { ...signedIn, access_token: "new" });
      show(<LoginPage />, { at: "/login?sign_in=done", route: "/login" });
      expect(await screen.findByText("Elsewhere")).toBeVisible();
      expect(useSession.getState().user).toEqual(signedIn.user);
      expect(currentToken()).toBe("new");
      const [ended] = server.calls("POST /api/auth/logout");
      expect(ended?.headers.get("Authorization")).toBe("Bearer earlier");
    });

    it("waits for the reply about their session, which would come on top of the new one", async () => {
      useSession.setState({ status: "loading", user: null });
      server.reply("POST /api/auth/oidc/complete", 200, { ...signedIn, access_token: "new" });
      server.reply("GET /api/auth/me", 200, { ...earlier, capabilities: [], tests: null });
      show(<LoginPage />, { at: "/login?sign_in=done", route: "/login" });
      await screen.findByRole("status");
      expect(server.calls("POST /api/auth/oidc/complete")).toHaveLength(0);
      await useSession.getState().load();
      expect(await screen.findByText("Elsewhere")).toBeVisible();
      expect(useSession.getState().user).toEqual(signedIn.user);
    });

    it("says why the company's sign-in failed, and leaves them signed in", async () => {
      show(<LoginPage />, { at: "/login?sign_in=no_role", route: "/login" });
      await notice(/none of your groups has a role here.*\(no_role\)/);
      expect(await screen.findByText("Elsewhere")).toBeVisible();
      expect(currentToken()).toBe("earlier");
      expect(server.calls("POST /api/auth/logout")).toHaveLength(0);
    });
  });

  it("ends the company's sign-in also where the receipt of a test is shown", async () => {
    sessionStorage.setItem(RECEIPT_KEY, JSON.stringify(RECEIPT));
    show(<LoginPage />, { at: "/login?sign_in=email_taken" });
    expect(await screen.findByRole("alert")).toHaveTextContent(/\(email_taken\)/);
  });

  it("leads back to the page that needed the company's sign-in", async () => {
    server.reply("GET /api/auth/providers", 200, [
      { id: "corp", label: "Example Corp", side: "staff", start: "#at-the-provider" },
    ]);
    /** A page that needs a sign-in. */
    function Needing() {
      const place = useLocation();
      const isSignedIn = useSession(({ user }) => user !== null);
      if (place.pathname === "/login") return <LoginPage />;
      return isSignedIn ? <p>The results</p> : <Navigate to="/login" state={place} replace />;
    }
    const user = show(<Needing />, { at: "/results?test=1" });
    await user.click(await screen.findByRole("link", { name: "Sign in with Example Corp" }));
    cleanup();
    server.reply("POST /api/auth/oidc/complete", 200, sampled("LoginResponse"));
    show(<Needing />, { at: "/login?sign_in=done" });
    expect(await screen.findByText("The results")).toBeVisible();
    expect(address()).toBe("/results?test=1");
  });
});
