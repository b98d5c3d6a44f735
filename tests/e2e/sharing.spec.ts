// What leads from many answers to a conversation: similar answers, a brief, a printed report, a link for a colleague.

import type { Page } from "@playwright/test";
import { Api } from "./support/api.ts";
import { axe } from "./support/axe.ts";
import { expect, signIn, test } from "./support/fixtures.ts";
import { fits } from "./support/still.ts";

const COPIED =
  "The queue grew because nobody looked at the consumer that had stopped on Friday evening. I would first measure the lag " +
  "of each partition, then restart the stuck reader, and only afterwards ask why the alarm stayed silent for two whole days. " +
  "A dashboard that shows zero errors is no proof that any work is being done at all.";
const OWN =
  "Before touching anything my team writes down what customers see. Slow pages on Monday mornings point to the weekly " +
  "report, which locks the orders table for minutes. Moving that job to a replica costs little; an index on the date column " +
  "costs less. Both need a test with real volumes, and somebody who watches the graphs afterwards.";

async function taken(api: Api): Promise<string> {
  const questions = [{ id: "why", type: "essay", question: "Why did the queue grow?", points: 4 }];
  const body = { title: "Operations", description: "", duration_minutes: 30, questions };
  const { id } = await api.send<{ id: string }>("POST", "/tests", body);
  for (const [name, answer] of [["Ann", COPIED], ["Ben", COPIED.replace("Friday", "Sunday")], ["Cem", OWN]]) {
    const { token } = await api.invite(id, `${name.toLowerCase()}@example.org`, name);
    await api.send("POST", `/start-test/${token}`);
    await api.send("POST", `/submit-test/${token}`, { answers: [{ question_id: "why", answer }] });
  }
  return `/admin/tests/${id}/results`;
}

async function expectSound(page: Page, where: string): Promise<void> {
  expect(await axe(page), where).toEqual([]);
  const size = page.viewportSize();
  for (const width of [390, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await fits(page, `${where} at ${width}`);
  }
  if (size) await page.setViewportSize(size);
}

test("similar answers are found, read beside each other and settled by a person", async ({ page, server }) => {
  const path = await taken(await Api.signIn(server));
  await signIn(page, server);
  await page.goto(`${server.url}${path}`);
  await page.getByRole("tab", { name: "Similar answers" }).click();
  await page.getByRole("button", { name: "Compare answers" }).click();
  const pair = page.getByRole("button", { name: /Ann.*Ben|Ben.*Ann/ });
  await pair.click();
  await expect(page.locator("mark").first()).toContainText("The queue grew");
  await expect(page.getByText("Sunday")).toBeVisible();
  await expect(page.getByText("Slow pages on Monday")).toHaveCount(0);
  await expectSound(page, "similar answers");
  await page.getByRole("button", { name: "Discussed" }).click();
  await expect(page.getByRole("button", { name: "Discussed" })).toHaveAttribute("aria-pressed", "true");
  await page.reload();
  await expect(page.getByRole("button", { name: "Discussed" })).toHaveAttribute("aria-pressed", "true");
  await expect(pair).toHaveAttribute("aria-expanded", "true");
});

test("a link shows a result to a person without an account until it is revoked", async ({ page, server, browser }) => {
  const api = await Api.signIn(server);
  await api.send("PUT", "/admin/company-settings", { name: "Acme Hiring" });
  const path = await taken(api);
  await signIn(page, server);
  await page.goto(`${server.url}${path}`);
  await page.getByRole("checkbox", { name: /Ann/ }).check();
  await page.getByRole("region", { name: "Selected candidates" }).getByRole("button", { name: "Share" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("checkbox", { name: /History/ }).check();
  await expectSound(page, "sharing");
  await dialog.getByRole("button", { name: "Create link" }).click();
  const link = await dialog.getByRole("textbox", { name: "Link" }).inputValue();
  expect(link).toMatch(/\/shared\/[\w-]{43}$/);

  const guest = await (await browser.newContext()).newPage();
  await guest.goto(link);
  await expect(guest.getByRole("heading", { name: "Operations" })).toBeVisible();
  await expect(guest.getByText("Acme Hiring", { exact: true })).toBeVisible();
  await expect(guest.getByText("Invigil", { exact: true })).toHaveCount(0);
  await expect(guest.getByText("The queue grew").first()).toBeVisible();
  await expect(guest.getByText("example.org")).toHaveCount(0);
  await expect(guest.getByText("Ben")).toHaveCount(0);
  await expectSound(guest, "a shared result");
  // In the language of the reader's browser, which may be none of staff's.
  await guest.getByRole("combobox", { name: "Language", exact: true }).selectOption("ar");
  await expect(guest.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(guest.getByRole("button", { name: "طباعة" })).toBeVisible();
  await expectSound(guest, "a shared result in Arabic");
  await guest.getByRole("combobox", { name: "اللغة", exact: true }).selectOption("en");

  await dialog.getByRole("button", { name: "Revoke" }).click();
  await expect(dialog.getByText("Revoked")).toBeVisible();
  await guest.reload();
  await expect(guest.getByRole("heading", { name: "This link is no longer valid" })).toBeVisible();
  await guest.context().close();
});

test("the brief and the report of a test are documents", async ({ page, server }) => {
  const path = await taken(await Api.signIn(server));
  await signIn(page, server);
  await page.goto(`${server.url}${path}`);
  await page.getByRole("button", { name: "Printable report of this test" }).click();
  await expect(page.getByRole("heading", { name: "Operations" })).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "Cem" })).toContainText("to review");
  await expectSound(page, "report of a test");
  await page.getByRole("button", { name: "Back to the results" }).click();
  await page.getByRole("button", { name: "Ann", exact: true }).click();
  await page.getByRole("link", { name: "Brief for the interview" }).click();
  await expect(page.getByRole("heading", { name: "Answers worth asking about" })).toBeVisible();
  await expect(page.getByText("Not scored yet")).toBeVisible();
  await expectSound(page, "brief");
});
