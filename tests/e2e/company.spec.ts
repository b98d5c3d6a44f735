// What candidates see of the company: an administrator sets name, logo, words and hours; pages and mails show them.

import { Api } from "./support/api.ts";
import { expect, signIn, test } from "./support/fixtures.ts";

/** A PNG of 1 by 1 pixel. */
const DOT = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

test("a company's name, logo, words and hours reach its candidates", async ({ page, server, mail }) => {
  await signIn(page, server);
  await page.goto(`${server.url}/admin?settings=company`);
  await page.getByRole("textbox", { name: "Company name" }).fill("Acme");
  await page.getByRole("textbox", { name: "Contact for candidates" }).fill("jobs@acme.example");
  await page.getByRole("textbox", { name: "Reply-to address" }).fill("jobs@acme.example");
  await page.getByRole("combobox", { name: "First slot of a day" }).selectOption("06:00");
  const intro = page.getByRole("textbox", { name: "Shown before the test starts" });
  await intro.fill("Welcome to {firm}.");
  await page.getByRole("button", { name: "Save company settings" }).click();
  await expect(page.getByText(/There is no placeholder \{firm\}/).first()).toBeVisible();
  await intro.fill("Welcome to {company}, {applicant_name}.");
  await page.getByRole("textbox", { name: "Subject of the invitation" }).fill("{test_title} at {company}");
  await page.getByRole("button", { name: "Preview", exact: true }).click();
  // Without a name of its own, the company is named as the sender of its emails.
  await expect(page.getByText(/^Welcome to \S.*, Alex Example\.$/)).toBeVisible();
  await page.getByRole("button", { name: "Close", exact: true }).last().click();
  // A logo that is stored meanwhile does not stand in the way of the texts.
  await page.getByLabel("Logo file").setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: DOT });
  await expect(page.getByText("Logo saved")).toBeVisible();
  await page.getByRole("button", { name: "Save company settings" }).click();
  await expect(page.getByText("Company settings saved")).toBeVisible();

  const api = await Api.signIn(server);
  // Another administrator was faster.
  await page.getByRole("textbox", { name: "Company name" }).fill("Acme Ltd");
  await api.send("PUT", "/admin/company-settings", { contact: "+1 555 0100" });
  await page.getByRole("button", { name: "Save company settings" }).click();
  await expect(page.getByText(/saved the company settings while you had them open/)).toBeVisible();
  await page.getByRole("button", { name: "Keep my changes" }).click();
  await page.getByRole("button", { name: "Save company settings" }).click();
  await expect.poll(() => api.get("/admin/company-settings")).toMatchObject({ name: "Acme Ltd", contact: "+1 555 0100" });

  const id = await api.createTest("Backend basics");
  const self = await api.invite(id, "sam@example.org", "Sam", { admin_scheduled: false, no_schedule: false });
  await page.goto(`${server.url}/test-invite/${self.token}`);
  await expect(page.getByRole("img", { name: "Acme Ltd" })).toBeVisible();
  await expect(page.getByText("Welcome to Acme Ltd, Sam.")).toBeVisible();
  await expect(page.getByText("+1 555 0100")).toBeVisible();
  await page.goto(`${server.url}/take-test/${self.token}`);
  await expect(page.getByRole("img", { name: "Acme Ltd" })).toBeVisible();
  await expect(page.getByText("Welcome to Acme Ltd, Sam.")).toBeVisible();
  const invitation = await mail.take(/\+1 555 0100/);
  expect(invitation.subject).toBe("Backend basics at Acme Ltd");
  expect(invitation.replyTo).toMatchObject([{ address: "jobs@acme.example" }]);
  expect(invitation.attachments).toMatchObject([{ contentId: "<logo>" }]);
});
