// From many results to the few people to invite: by mouse, by keyboard, and by two administrators.

import type { Page } from "@playwright/test";
import { Api } from "./support/api.ts";
import { axe } from "./support/axe.ts";
import { nameOf, takenByMany } from "./support/field.ts";
import { expect, signIn, test } from "./support/fixtures.ts";
import { fits, standInLine } from "./support/still.ts";

interface Ranked {
  rows: { applicant_name: string; rank: number; decision: { value: string; reason: string; by: string } | null }[];
}

const decided = async (api: Api, id: string, decision: string) =>
  (await api.get<Ranked>(`/tests/${id}/ranking?decision=${decision}`)).rows.map((row) => row.applicant_name);

const rowOf = (page: Page, n: number) => page.getByRole("row").filter({ hasText: nameOf(n) });

async function expectAxeClean(page: Page, where: string): Promise<void> {
  expect(await axe(page), where).toEqual([]);
}

test("the ten best of 400 are shortlisted with three clicks", async ({ page, server }) => {
  const api = await Api.signIn(server);
  const { test: id } = await takenByMany(api, 400);
  await signIn(page, server);
  await page.goto(`${server.url}/admin?tab=tests`);
  const began = Date.now();
  await page.getByRole("link", { name: "Results" }).click();
  await page.getByRole("button", { name: "Select top 10" }).click();
  await page.getByRole("region", { name: "Selected candidates" }).getByRole("button", { name: "Shortlist" }).click();
  await expect(page.getByText("10 candidates: shortlisted")).toBeVisible();
  expect(Date.now() - began).toBeLessThan(20_000);
  expect(await decided(api, id, "shortlist")).toEqual(Array.from({ length: 10 }, (_, n) => nameOf(399 - n)));
  await page.setViewportSize({ width: 390, height: 844 });
  const tools = /^(Select top 10|Columns|Export all results of this test|Printable report of this test)/;
  await standInLine(page.getByRole("button", { name: tools }), "tools on a phone");
  await expect(page.getByRole("button", { name: /^Shortlisted/ })).toContainText("10");
});

test("a keyboard is enough: rows, decisions, the open result, and a reload keeps the view", async ({ page, server }) => {
  const api = await Api.signIn(server);
  const { test: id, path } = await takenByMany(api, 25);
  await signIn(page, server);
  await page.goto(`${server.url}${path}?size=20`);
  await expect(rowOf(page, 24)).toBeVisible();
  await page.keyboard.press("j");
  await expect(page.getByRole("button", { name: nameOf(24), exact: true })).toBeFocused();
  await page.keyboard.press("1");
  await page.keyboard.press("j");
  await page.keyboard.press("3");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("2");
  await expect(rowOf(page, 24)).toContainText("Shortlisted");
  await expect(rowOf(page, 23)).toContainText("Rejected");
  await expect(rowOf(page, 22)).toContainText("On hold");

  // In the open result the same keys decide and go on, also over the end of the page.
  await page.keyboard.press("Enter");
  const panel = page.getByRole("dialog");
  await expect(panel.getByText("Candidate 3 of 25")).toBeVisible();
  await panel.getByLabel("Reason").fill("Ask about 2 + 2");
  await page.keyboard.press("Tab");
  await page.keyboard.press("1");
  await expect(panel.getByRole("button", { name: "Shortlist" })).toHaveAttribute("aria-pressed", "true");
  for (let n = 4; n <= 21; n++) {
    await page.keyboard.press("j");
    await expect(panel.getByText(`Candidate ${n} of 25`)).toBeVisible();
  }
  await expect(page).toHaveURL(/page=2/);
  await page.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);
  await expect(page.getByRole("button", { name: nameOf(4), exact: true })).toBeFocused();
  expect(await decided(api, id, "shortlist")).toEqual([nameOf(24), nameOf(22)]);

  await page.keyboard.press("/");
  await page.keyboard.type("candidate 02");
  await expect(page).toHaveURL(/q=candidate\+02/);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Score", exact: true }).press("Enter");
  await expect(page.getByRole("columnheader", { name: "Score" })).toHaveAttribute("aria-sort", "ascending");
  await page.reload();
  await expect(page.getByRole("columnheader", { name: "Score" })).toHaveAttribute("aria-sort", "ascending");
  await expect(page.getByRole("row")).toHaveCount(6);
  await expect(page.getByRole("row").nth(1)).toContainText(nameOf(20));
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toContainText("Shortlist");
});

// A page controlled by the service worker would bypass the held reply.
test.describe("with replies from before", () => {
  test.use({ serviceWorkers: "block" });

  test("two administrators decide on one candidate: neither overwrites the other silently", async ({ page, server }) => {
    const api = await Api.signIn(server);
    const { test: id, path } = await takenByMany(api, 3);
    await signIn(page, server);
    await page.goto(`${server.url}${path}`);
    await expect(rowOf(page, 2)).toBeVisible();
    // The page shows what it read, as if the other decision were made while it looks.
    const read = await api.get<{ rows: { submission_id: string }[] }>(`/tests/${id}/ranking`);
    const { rows } = read;
    await page.route("**/api/tests/*/ranking?*", (route) => route.fulfill({ json: read }));
    await api.send("PUT", `/results/${rows[0]?.submission_id}/decision`, { decision: "reject", reason: "Moved abroad" });
    await rowOf(page, 2).getByRole("button", { name: /^Decision on/ }).click();
    await page.getByRole("menuitem", { name: "Shortlist" }).click();
    const panel = page.getByRole("dialog");
    const conflict = panel.getByRole("alert");
    await expect(conflict).toContainText("Ada Admin decided on this candidate in the meantime");
    await expect(conflict).toContainText("Moved abroad");
    expect(await decided(api, id, "reject")).toEqual([nameOf(2)]);
    await page.unroute("**/api/tests/*/ranking?*");
    await conflict.getByRole("button", { name: "Keep mine" }).click();
    await expect(conflict).toHaveCount(0);
    expect(await decided(api, id, "shortlist")).toEqual([nameOf(2)]);

    // A change that the page hears of is shown without a reload.
    await page.keyboard.press("Escape");
    await api.send("PUT", `/results/${rows[1]?.submission_id}/decision`, { decision: "hold" });
    await expect(rowOf(page, 1)).toContainText("On hold");
  });
});

test("a pass mark shows who crosses it before it is saved; the matrix and a comparison show why", async ({ page, server }) => {
  const api = await Api.signIn(server);
  const { path } = await takenByMany(api, 12);
  await signIn(page, server);
  await page.goto(`${server.url}${path}`);
  await page.getByRole("button", { name: "Change the pass mark" }).click();
  const dialog = page.getByRole("dialog", { name: "Pass mark" });
  await dialog.getByLabel("Score in percent").fill("2.5");
  await expect(dialog.getByText("1 pass, 11 do not")).toBeVisible();
  await expectAxeClean(page, "pass mark");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(rowOf(page, 11)).toContainText("Passed");
  await expect(rowOf(page, 10)).toContainText("Below");

  for (const n of [11, 10]) await rowOf(page, n).getByRole("checkbox").check();
  await page.getByRole("button", { name: "Compare" }).click();
  const comparison = page.getByRole("region", { name: "Comparison" });
  await expect(comparison.getByRole("columnheader", { name: nameOf(10) })).toBeVisible();
  await expect(comparison.getByText("Correct, 1 of 1")).toHaveCount(1);
  await expectAxeClean(page, "comparison");
  await page.getByRole("button", { name: "Back to the table" }).click();

  await page.getByRole("tab", { name: "By question" }).click();
  await expect(page.getByRole("row").filter({ hasText: nameOf(11) })).toContainText("Correct, 8 of 8");
  await page.getByRole("columnheader", { name: /What does 0/ }).getByRole("button").first().click();
  await expect(page).toHaveURL(/sort=q%3Ac?/);
  // Rendered with the new order, so that what is loaded for it is waited for.
  await expect(page.getByRole("columnheader", { name: /What does 0/ })).toHaveAttribute("aria-sort", "descending");
  await expectAxeClean(page, "matrix");
  await page.setViewportSize({ width: 390, height: 844 });
  await fits(page, "matrix on a phone");
});

test("the shortlisted are told once, with a preview and without a score", async ({ page, server, mail }) => {
  const api = await Api.signIn(server);
  const { path } = await takenByMany(api, 3);
  await signIn(page, server);
  await page.goto(`${server.url}${path}`);
  await rowOf(page, 2).getByRole("checkbox").check();
  const bar = page.getByRole("region", { name: "Selected candidates" });
  await bar.getByRole("button", { name: "Shortlist" }).click();
  await expect(rowOf(page, 2)).toContainText("Shortlisted");
  const tell = async () => {
    await rowOf(page, 2).getByRole("checkbox").check();
    await rowOf(page, 1).getByRole("checkbox").check();
    await bar.getByRole("button", { name: "Tell them" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Preview" }).click();
  };
  await tell();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(`Hello ${nameOf(2)},`)).toBeVisible();
  await expect(dialog.getByText("1 email is sent. 1 is left out.")).toBeVisible();
  await expect(dialog.getByText("has no decision yet")).toBeVisible();
  await expectAxeClean(page, "preview of the email");
  await dialog.getByRole("button", { name: "Send 1 email" }).click();
  const letter = await mail.take(/We would like to meet you/);
  expect(letter.text).toContain(`Hello ${nameOf(2)},`);
  expect(letter.text).not.toMatch(/score|%/i);
  await expect(rowOf(page, 2)).toContainText(/Told on .*: shortlisted/);
  // Who was told so is left out, unless that is wanted; the same text is never sent twice.
  await tell();
  await expect(dialog.getByText("has already received this email")).toHaveCount(0);
  await dialog.getByRole("button", { name: "Back to the text" }).click();
  await dialog.getByRole("checkbox", { name: "Write again to 1 candidate who was told so before" }).check();
  await dialog.getByRole("button", { name: "Preview" }).click();
  await expect(dialog.getByText("has already received this email")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Send 0 emails" })).toBeDisabled();
});
