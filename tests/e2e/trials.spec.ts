// An author tries a test as the candidate, before it is saved; nothing of it is found afterwards.

import { Api } from "./support/api.ts";
import { axe } from "./support/axe.ts";
import { expect, signIn, test } from "./support/fixtures.ts";
import { submit } from "./support/take.ts";

test("a draft is tried as the candidate, with score and key at its end", async ({ page, server }) => {
  await signIn(page, server);
  await page.getByRole("link", { name: "Create Test" }).click();
  await page.getByPlaceholder("Enter test title").fill("Codes");
  await page.getByPlaceholder("Enter test description").fill("About HTTP.");
  await page.getByRole("button", { name: "Next: Questions" }).click();
  await page.getByLabel("Question Type").selectOption({ label: "Essay" });
  await page.getByRole("textbox", { name: "Question", exact: true }).fill("What does 404 mean?");
  await page.getByRole("button", { name: "Add Question" }).click();
  await page.getByRole("button", { name: "Next: Review" }).click();
  const [trial] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("button", { name: "Try as candidate" }).click(),
  ]);
  await expect(trial).toHaveURL(/\/take-test\/trial-/);
  await expect(trial.getByRole("region", { name: "Trial" })).toContainText("It does not count");
  await trial.getByRole("button", { name: "Start Test" }).click();
  await expect(trial.getByText("What does 404 mean?")).toBeVisible();
  await expect(trial.getByRole("region", { name: "Trial" })).toContainText("It does not count");
  expect(await axe(trial)).toEqual([]);
  await trial.getByRole("textbox", { name: /answer/i }).fill("Not found.");
  await expect(trial.getByText(/Saved on the server at/).filter({ visible: true })).toBeVisible();
  await submit(trial);

  await expect(trial).toHaveURL(/\/admin\/trials\//);
  await expect(trial.getByRole("heading", { name: "Trial: Codes" })).toBeVisible();
  await expect(trial.getByText("Not found.")).toBeVisible();
  expect(await axe(trial)).toEqual([]);
  await trial.setViewportSize({ width: 390, height: 800 });
  expect(await trial.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  const api = await Api.signIn(server);
  expect(await api.get("/tests")).toEqual([]);
  expect(await api.get("/invites")).toEqual([]);
  // The draft is still there.
  await expect(page.getByRole("heading", { name: "Codes" })).toBeVisible();
});
