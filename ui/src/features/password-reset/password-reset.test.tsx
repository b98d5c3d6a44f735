import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { server } from "@/test/mock-server";
import { expectAccessible, show } from "@/test/page";
import ForgotPage from "./ForgotPage";
import ResetPage from "./ResetPage";

const CHECK = "GET /api/admin/check-signup-restriction";

const openLink = () => show(<ResetPage />, { at: "/reset-password/secret", route: "/reset-password/:token" });

describe("the page of a forgotten password", () => {
  it("sends the address and says what happens, the same for every address", async () => {
    server.reply(CHECK, 200, { admin_exists: true, resets_by_mail: true, contact: "" });
    server.reply("POST /api/auth/forgot-password", 202, { message: "on its way" });
    const user = show(<ForgotPage />);
    await user.click(await screen.findByRole("button", { name: "Send the link" }));
    expect(screen.getByText("Email is required")).toBeVisible();
    await user.type(screen.getByRole("textbox", { name: /Email/ }), " ada@example.org ");
    await user.click(screen.getByRole("button", { name: "Send the link" }));
    expect(await screen.findByRole("heading", { name: "Check your mailbox" })).toBeVisible();
    expect(screen.getByRole("status")).toHaveTextContent("If ada@example.org has an account");
    expect(server.calls("POST /api/auth/forgot-password").map((call) => call.body)).toEqual([
      { email: "ada@example.org" },
    ]);
    await expectAccessible();
  });

  it("keeps the form after a refusal", async () => {
    server.reply(CHECK, 200, { admin_exists: true, resets_by_mail: true, contact: "" });
    const detail = "A new password was requested too often. Please try again in 15 minutes.";
    server.refuse("POST /api/auth/forgot-password", 429, { code: "mailed_already", detail });
    const user = show(<ForgotPage />);
    await user.type(await screen.findByRole("textbox", { name: /Email/ }), "ada@example.org");
    await user.click(screen.getByRole("button", { name: "Send the link" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("too often");
    expect(screen.getByRole("textbox", { name: /Email/ })).toHaveValue("ada@example.org");
  });

  it("says whom to ask where no mail is sent", async () => {
    server.reply(CHECK, 200, { admin_exists: true, resets_by_mail: false, contact: "the office, room 3" });
    show(<ForgotPage />);
    expect(await screen.findByRole("heading", { name: "Ask for a new password" })).toBeVisible();
    expect(screen.getByText("the office, room 3")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Send the link" })).not.toBeInTheDocument();
    await expectAccessible();
  });
});

describe("the page of the mailed link", () => {
  it("sets the password", async () => {
    server.reply("POST /api/auth/reset-password", 200, { message: "Password changed successfully!" });
    const user = openLink();
    const password = screen.getByLabelText(/^New password/);
    await user.type(password, "12345");
    await user.click(screen.getByRole("button", { name: "Set the password" }));
    expect(screen.getByText("Password must be at least 6 characters long")).toBeVisible();
    await user.type(password, "6");
    await user.click(screen.getByRole("button", { name: "Set the password" }));
    expect(await screen.findByRole("heading", { name: "Your password is set" })).toBeVisible();
    expect(server.calls("POST /api/auth/reset-password").map((call) => call.body)).toEqual([
      { token: "secret", new_password: "123456" },
    ]);
    expect(screen.getByRole("link", { name: "Go to sign in" })).toHaveAttribute("href", "/login");
    await expectAccessible();
  });

  it("keeps the form where the password is refused, and leads on where the link is", async () => {
    const fields = { new_password: "Common." };
    server.refuse("POST /api/auth/reset-password", 422, { detail: "Common.", fields });
    const user = openLink();
    await user.type(screen.getByLabelText(/^New password/), "a new horse");
    await user.click(screen.getByRole("button", { name: "Set the password" }));
    expect(await screen.findByText("Common.")).toBeVisible();
    const detail = "This link is not valid.";
    server.refuse("POST /api/auth/reset-password", 404, { code: "unknown_reset", detail });
    await user.click(screen.getByRole("button", { name: "Set the password" }));
    expect(await screen.findByText("This link is not valid.")).toBeVisible();
    expect(screen.getByRole("link", { name: "Request another link" })).toHaveAttribute(
      "href",
      "/forgot-password",
    );
    await expectAccessible();
  });
});
