import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { expectAccessible, notice, show } from "@/test/page";
import { AiForm } from "./ai/AiForm";
import { EmailForm } from "./EmailForm";
import { ThemeTab } from "./theme/ThemeTab";

const CONFLICT = {
  detail: "Bob Admin has changed the settings in the meantime.",
  by: "Bob Admin",
  at: "2026-03-02T08:00:00.000Z",
  code: "changed_meanwhile" as const,
  request_id: "1",
};
const EMAIL = {
  ...sampled("EmailSettings"),
  smtpHost: "mail.example.org",
  smtpPort: 587,
  smtpTls: "starttls" as const,
  smtpUser: "",
  fromEmail: "tests@example.org",
  fromName: "Tests",
  version: 1,
};

/** Types another sender; meanwhile the host was changed, and the sender as well. */
async function conflict() {
  server.reply("PUT /api/admin/email-settings", 409, CONFLICT);
  server.reply("GET /api/admin/email-settings", 200, {
    ...EMAIL,
    smtpHost: "relay.example.org",
    fromName: "Theirs",
    closingReminders: !EMAIL.closingReminders,
    version: 2,
  });
  const user = show(<EmailForm settings={EMAIL} />);
  await user.clear(screen.getByLabelText(/From name/));
  await user.type(screen.getByLabelText(/From name/), "Mine");
  await user.click(screen.getByRole("button", { name: "Save email settings" }));
  const alert = await screen.findByRole("alert");
  expect(server.lastCall("PUT /api/admin/email-settings").body).toMatchObject({
    fromName: "Mine",
    version: 1,
  });
  expect(within(alert).getByText(/while you had them open/).textContent).toMatch(/^Bob Admin has changed/);
  expect(within(alert).getByText(/SMTP host/).textContent).toContain("relay.example.org");
  expect(within(alert).getByText(/From name/).textContent).toMatch(/Theirs.*yours.*Mine/);
  expect(within(alert).getByText(/Remind candidates/).textContent).toMatch(/\b(on|off)\b/);
  await expectAccessible();
  return user;
}

it("shows both versions of email settings, and keeps one's own changes on top of theirs", async () => {
  const user = await conflict();
  await user.click(screen.getByRole("button", { name: "Keep my changes" }));
  expect(screen.queryByRole("alert")).toBeNull();
  server.reply("PUT /api/admin/email-settings", 200, { ...EMAIL, version: 3 });
  await user.click(screen.getByRole("button", { name: "Save email settings" }));
  await notice("Email settings updated successfully!");
  const sent = server.lastCall("PUT /api/admin/email-settings").body;
  expect(sent).toMatchObject({ smtpHost: "relay.example.org", fromName: "Mine", version: 2 });
});

it("takes theirs", async () => {
  const user = await conflict();
  await user.click(screen.getByRole("button", { name: "Take theirs" }));
  expect(screen.queryByRole("alert")).toBeNull();
  expect(screen.getByLabelText(/From name/)).toHaveValue("Theirs");
});

it("says that only a stored key is another one", async () => {
  const settings = { ...sampled("AiSettings"), baseUrl: "", model: "gemini-flash-latest", version: 1 };
  server.reply("PUT /api/admin/ai-settings", 409, CONFLICT);
  server.reply("GET /api/admin/ai-settings", 200, { ...settings, version: 2 });
  const user = show(<AiForm settings={settings} />);
  await user.click(screen.getByRole("button", { name: "Save AI settings" }));
  expect(within(await screen.findByRole("alert")).getByText(/Only a stored password or key/)).toBeVisible();
});

it("names the theme that another administrator has saved, and replaces it with the next click", async () => {
  server.reply("GET /api/admin/theme-settings", 200, { themeName: "classic", customColors: {}, version: 1 });
  const user = show(<ThemeTab />);
  await user.click(screen.getByRole("radio", { name: "Dark" }));
  server.reply("PUT /api/admin/theme-settings", 409, CONFLICT);
  server.reply("GET /api/admin/theme-settings", 200, { themeName: "premium", customColors: {}, version: 2 });
  await user.click(screen.getByRole("button", { name: "Save theme" }));
  await notice(/Bob Admin has saved Premium/);
  server.reply("PUT /api/admin/theme-settings", 200, { themeName: "dark", customColors: {}, version: 3 });
  await user.click(screen.getByRole("button", { name: "Save theme" }));
  await notice("Theme settings updated successfully!");
  expect(server.lastCall("PUT /api/admin/theme-settings").body).toMatchObject({ version: 2 });
});

it("keeps what is typed while settings are being saved", async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  server.reply("PUT /api/admin/email-settings", 200, async () => {
    await held;
    return { ...EMAIL, fromName: "Mine", version: 2 };
  });
  const user = show(<EmailForm settings={EMAIL} />);
  const name = screen.getByLabelText(/From name/);
  await user.clear(name);
  await user.type(name, "Mine");
  await user.click(screen.getByRole("button", { name: "Save email settings" }));
  await user.type(name, " and more");
  release();
  await notice("Email settings updated successfully!");
  expect(name).toHaveValue("Mine and more");
});
