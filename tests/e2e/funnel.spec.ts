// Invites as a funnel: a window in the dialog, a reminder and a withdrawal by selection, and the candidate who wants no
// more reminders.

import { Api } from "./support/api.ts";
import { axe } from "./support/axe.ts";
import { expect, signIn, test } from "./support/fixtures.ts";

test("three people get a window; two are reminded and one withdrawn by selection; one wants no more reminders", async ({
  page,
  server,
  mail,
}) => {
  const api = await Api.signIn(server);
  await api.createTest();
  await signIn(page, server);
  await page.goto(`${server.url}/admin?tab=invites&send=many`);
  const bulk = page.getByRole("dialog", { name: "Bulk invite" });
  await bulk.getByLabel("People").fill("Ada Lovelace, ada.l@example.org\nAlan Turing, alan@example.org\nGrace Hopper, grace@example.org");
  await bulk.getByRole("button", { name: "Next" }).click();
  await bulk.getByLabel("Test", { exact: true }).selectOption({ index: 1 });
  await bulk.getByRole("radio", { name: /No schedule/ }).check();
  const friday = new Date(Date.now() + 5 * 24 * 60 * 60 * 1000);
  const two = (n: number) => String(n).padStart(2, "0");
  await bulk.getByLabel("Closes on").fill(`${two(friday.getMonth() + 1)}/${two(friday.getDate())}/${friday.getFullYear()}`);
  await bulk.getByLabel("Closes at").fill("18:00");
  await bulk.getByRole("button", { name: "Send 3 Invites" }).click();
  await expect(bulk.getByText("3 invitations created")).toBeVisible();
  await bulk.getByRole("button", { name: "Done" }).click();
  const invitation = await mail.take(/The test can be started until/);
  expect(invitation.text).toContain("you have the full time");

  const row = (name: string) => page.getByRole("row").filter({ hasText: name });
  await expect(row("Ada Lovelace")).toContainText("Waiting for the candidate to start until");
  // Shift and the space bar select a range; one is taken out again.
  await row("Grace Hopper").getByRole("checkbox").focus();
  await page.keyboard.press("Space");
  await row("Ada Lovelace").getByRole("checkbox").focus();
  await page.keyboard.press("Shift+Space");
  await expect(page.getByText("3 selected")).toBeVisible();
  const alan = row("Alan Turing").getByRole("checkbox");
  await alan.click();
  await expect(page.getByText("2 selected")).toBeVisible();
  expect(await axe(page)).toEqual([]);
  const bar = page.getByRole("region", { name: "Selected invitations" });
  await bar.getByRole("button", { name: "Remind" }).click();
  const question = page.getByRole("dialog", { name: "Remind: 2 invitations" });
  await expect(question).toContainText("2 emails are sent");
  await question.getByRole("button", { name: "Remind" }).dblclick();
  await expect(page.getByText("2 reminders queued")).toBeVisible();
  const reminder = await mail.take(/You have not started/);
  expect(mail.mails.filter(({ text = "" }) => /You have not started/.test(text)).length).toBeLessThanOrEqual(2);

  // The selection outlives its action.
  await expect(page.getByText("2 selected")).toBeVisible();
  await bar.getByRole("button", { name: "Clear the selection" }).click();
  await alan.click();
  await bar.getByRole("button", { name: "Revoke" }).click();
  const revoke = page.getByRole("dialog", { name: "Revoke: 1 invitation" });
  await expect(revoke).toContainText("No email is sent");
  await revoke.getByRole("button", { name: "Revoke" }).click();
  await expect(row("Alan Turing")).toContainText("Revoked");
  await page.getByRole("button", { name: "Expired 1" }).click();
  await expect(row("Alan Turing")).toBeVisible();
  await expect(row("Ada Lovelace")).toHaveCount(0);
  await page.getByRole("button", { name: "All 3" }).click();
  await page.getByLabel("Name or email").fill("grace");
  await expect(row("Ada Lovelace")).toHaveCount(0);
  await expect(row("Grace Hopper")).toBeVisible();
  await expect(page).toHaveURL(/q=grace/);

  const link = /https?:\/\/\S+\/stop-reminders\/[\w-]+/.exec(reminder.text ?? "")?.[0];
  await page.goto(link ?? "");
  await page.getByRole("button", { name: "Stop reminders" }).click();
  await expect(page.getByRole("heading", { name: "No more reminders" })).toBeVisible();
});
