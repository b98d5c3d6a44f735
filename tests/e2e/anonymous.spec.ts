// An anonymous test: names are hidden while answers are scored, and shown for a reason.

import type { Page } from "@playwright/test";
import { Api } from "./support/api.ts";
import { axe } from "./support/axe.ts";
import { expect, signIn, test } from "./support/fixtures.ts";
import { fits } from "./support/still.ts";

async function taken(api: Api): Promise<string> {
  const questions = [{ id: "why", type: "essay", question: "Why did the queue grow?", points: 4 }];
  const body = { title: "Operations", description: "", duration_minutes: 30, questions };
  const { id } = await api.send<{ id: string }>("POST", "/tests", body);
  for (const [n, name] of ["Ann Secret", "Ben Secret"].entries()) {
    const { token } = await api.invite(id, `c${n}@example.org`, name);
    await api.send("POST", `/start-test/${token}`);
    await api.send("POST", `/submit-test/${token}`, { answers: [{ question_id: "why", answer: "The consumer stopped." }] });
  }
  return id;
}

async function sound(page: Page, what: string): Promise<void> {
  expect(await axe(page)).toEqual([]);
  for (const width of [390, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await fits(page, `${what} at ${width}`);
  }
}

test("names are hidden while answers are scored, and shown for a reason", async ({ page, server }) => {
  const id = await taken(await Api.signIn(server));
  const results = `${server.url}/admin/tests/${id}/results`;
  await signIn(page, server);
  await page.goto(results);
  await expect(page.getByText("Ann Secret").first()).toBeVisible();
  await page.getByRole("button", { name: "Reviewing", exact: true }).click();
  await page.getByRole("checkbox", { name: /^Anonymous/ }).click();
  await expect(page.getByText("Anonymous: names are hidden")).toBeVisible();
  await expect(page.getByText(/^Candidate \d+$/).first()).toBeVisible();
  await expect(page.getByText("Secret")).toHaveCount(0);
  await sound(page, "results without names");

  await page.goto(`${server.url}/admin?tab=scoring`);
  await expect(page.getByText(/^Candidate \d+$/).first()).toBeVisible();
  await page.getByRole("button", { name: "Review & Score" }).first().click();
  await expect(page.getByText(/This test is anonymous/)).toBeVisible();
  await expect(page.getByText("Secret")).toHaveCount(0);
  await sound(page, "scoring without names");

  await page.goto(results);
  await page.getByRole("button", { name: "Reviewing", exact: true }).click();
  await page.getByRole("button", { name: "Reveal names…" }).click();
  const dialog = page.getByRole("dialog", { name: "Reveal names" });
  await dialog.getByRole("textbox", { name: "Reason" }).fill("All answers are scored.");
  await sound(page, "revealing");
  await page.keyboard.press("Tab");
  await dialog.getByRole("button", { name: "Reveal names" }).click();
  await expect(page.getByText("Ann Secret").first()).toBeVisible();
  await expect(page.getByText(/All answers are scored\./)).toBeVisible();
});
