// A wrong key, found after candidates have answered: previewed, repaired, marked, and undone.

import type { Page } from "@playwright/test";
import { Api } from "./support/api.ts";
import { axe } from "./support/axe.ts";
import { nameOf, takenByMany } from "./support/field.ts";
import { expect, signIn, test } from "./support/fixtures.ts";
import { fits } from "./support/still.ts";

interface Matrix {
  rows: { cells: { earned: number | null }[] }[];
}

async function expectAxeClean(page: Page, where: string): Promise<void> {
  expect(await axe(page), where).toEqual([]);
}

/** Points of all candidates, the best first. */
const points = async (api: Api, id: string) => {
  const { recalculating } = await api.get<{ recalculating: boolean }>(`/tests/${id}/ranking`);
  const { rows } = await api.get<Matrix>(`/tests/${id}/matrix`);
  return recalculating ? null : rows.map(({ cells }) => cells.reduce((sum, { earned }) => sum + (earned ?? 0), 0));
};

test("a key is repaired from the matrix, by keyboard, and the repair is undone", async ({ page, server }) => {
  const api = await Api.signIn(server);
  // Those with an even number answered "1" to the first question, whose key is "2".
  const { test: id, path } = await takenByMany(api, 8);
  await signIn(page, server);
  await page.goto(`${server.url}${path}?view=matrix`);
  await page.getByRole("button", { name: "Actions for question 1", exact: true }).press("Enter");
  await page.getByRole("menuitem", { name: "Repair the key…" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Repair the key of question 1" });
  const preview = dialog.getByRole("region", { name: "Preview" });
  await dialog.getByRole("radio", { name: "Another key" }).check();
  await dialog.getByRole("radio", { name: "1 Given by 4 candidates", exact: true }).check();
  await expect(preview).toContainText("4 go up, 4 down, 0 stay the same.");
  await dialog.getByRole("radio", { name: "Also accept an answer" }).check();
  await expect(preview).toContainText("4 go up, 0 down, 4 stay the same.");
  await expect(dialog.getByRole("button", { name: "Apply" })).toBeDisabled();
  await dialog.getByLabel("Reason").fill("Both are right in base 3.");
  await expectAxeClean(page, "dialog");
  await page.setViewportSize({ width: 390, height: 844 });
  await fits(page, "dialog on a phone");
  await page.setViewportSize({ width: 1280, height: 800 });
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("The repair is applied")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect.poll(() => points(api, id)).toEqual([7, 7, 5, 5, 3, 3, 1, 1]);

  const repairs = page.getByRole("region", { name: "Repairs" }).or(page.locator("section", { hasText: "Answer keys that were corrected" }));
  await expect(repairs.getByText("Question 1. Also accept an answer: 1")).toBeVisible();
  await page.getByRole("button", { name: nameOf(0), exact: true }).click();
  const panel = page.getByRole("dialog");
  await expect(panel.getByText("1 point added by a repair: Both are right in base 3.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expectAxeClean(page, "matrix with repairs");

  await repairs.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Undo repair" }).click();
  await expect(page.getByText("The repair is undone")).toBeVisible();
  await expect.poll(() => points(api, id)).toEqual([7, 6, 5, 4, 3, 2, 1, 0]);
  await expect(repairs.getByText("Undone by")).toBeVisible();
});

test("two administrators: the later one is told, and keeps theirs after a look", async ({ page, server }) => {
  const api = await Api.signIn(server);
  const { test: id, path } = await takenByMany(api, 4);
  await signIn(page, server);
  await page.goto(`${server.url}${path}?view=matrix&repair=c1`);
  const dialog = page.getByRole("dialog", { name: "Repair the key of question 2" });
  await dialog.getByRole("radio", { name: "Take the question out" }).check();
  await dialog.getByLabel("Reason").fill("Nobody can know.");
  await api.send("POST", `/tests/${id}/repairs`, { question_id: "c0", action: "full_marks", reason: "First." });
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect(dialog.getByRole("alert")).toContainText("changed the repairs of this test");
  await expect(dialog.getByRole("alert")).toContainText("Question 1. Full marks for all. Reason: First.");
  await dialog.getByRole("button", { name: "Keep mine" }).click();
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(() => points(api, id)).toEqual([1, 1, 1, 1]);
});
