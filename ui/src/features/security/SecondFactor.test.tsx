import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { server } from "@/test/mock-server";
import { expectAccessible, notice, show } from "@/test/page";
import { Enrol } from "./Enrol";
import { SecondFactor } from "./SecondFactor";

const STATE = "GET /api/auth/totp";
const BEGIN = "POST /api/auth/totp/begin";
const CONFIRM = "POST /api/auth/totp/confirm";
const MADE = { secret: "GEZDGNBV", uri: "otpauth://totp/a:b", qr_size: 21, qr_path: "M0 0h7v1h-7z" };
const CODES = ["AAAA-BBBB-CCCC-DDDD", "EEEE-FFFF-GGGG-HHHH"];

const nothing = () => undefined;

describe("setting up a second factor", () => {
  it("asks for the password, shows the picture, and then the recovery codes", async () => {
    server.reply(BEGIN, 200, MADE);
    server.reply(CONFIRM, 200, { codes: CODES });
    let done = false;
    const finish = () => {
      done = true;
    };
    const user = show(<Enrol email="ada@example.org" onDone={finish} onCancel={nothing} />);
    await user.type(screen.getByLabelText(/^Password/), "correct horse");
    await user.click(screen.getByRole("button", { name: "Next" }));
    expect(await screen.findByRole("img", { name: /QR code/ })).toBeVisible();
    expect(screen.getByText("GEZDGNBV")).toBeVisible();
    await expectAccessible();
    await user.type(screen.getByLabelText(/^Code of the app/), "123456");
    await user.click(screen.getByRole("button", { name: "Turn on" }));
    expect(await screen.findByText("AAAA-BBBB-CCCC-DDDD")).toBeVisible();
    expect(server.lastCall(CONFIRM).body).toEqual({
      email: "ada@example.org",
      password: "correct horse",
      code: "123456",
    });
    await user.click(screen.getByRole("button", { name: "I have kept them" }));
    expect(done).toBe(true);
  });

  it("says at the field what is wrong", async () => {
    const fields = { password: "The password is wrong." };
    server.refuse(BEGIN, 422, { detail: "The password is wrong.", fields });
    const user = show(<Enrol email="ada@example.org" onDone={nothing} onCancel={nothing} />);
    await user.type(screen.getByLabelText(/^Password/), "wrong horse");
    await user.click(screen.getByRole("button", { name: "Next" }));
    expect(await screen.findByText("The password is wrong.")).toBeVisible();
    expect(screen.getByLabelText(/^Password/)).toBeInvalid();
  });
});

describe("the second factor of the account", () => {
  it("is off, with the date until which the site asks for it", async () => {
    server.reply(STATE, 200, { recovery_codes_left: 0, due_at: "2026-11-20T10:00:00Z" });
    show(<SecondFactor />);
    expect(await screen.findByText("Off")).toBeVisible();
    expect(screen.getByText(/requires one\. Set it up by/)).toBeVisible();
    expect(screen.getByRole("button", { name: "Set up" })).toBeVisible();
    await expectAccessible();
  });

  it("is taken off with password and code", async () => {
    server.reply(STATE, 200, { recovery_codes_left: 8, on_since: "2026-11-20T10:00:00Z" });
    server.reply("POST /api/auth/totp/disable", 200, { message: "off" });
    const user = show(<SecondFactor />);
    expect(await screen.findByText("8 recovery codes left")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Turn off" }));
    const dialog = within(screen.getByRole("dialog"));
    await user.type(dialog.getByLabelText(/^Password/), "correct horse");
    await user.type(dialog.getByLabelText(/^Code of the app/), "123456");
    await user.click(dialog.getByRole("button", { name: "Turn off" }));
    await notice("The second factor is off");
    expect(server.lastCall("POST /api/auth/totp/disable").body).toEqual({
      password: "correct horse",
      code: "123456",
    });
  });
});
