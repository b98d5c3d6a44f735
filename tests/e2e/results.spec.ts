// The results of all tests: sorted, searched, decided on and walked through by keyboard alone.

import type { Page } from "@playwright/test";
import { Api } from "./support/api.ts";
import { axe } from "./support/axe.ts";
import { nameOf, takenByMany } from "./support/field.ts";
import { expect, signIn, test } from "./support/fixtures.ts";
import { fits } from "./support/still.ts";

const rowOf = (page: Page, n: number) => page.getByRole("row").filter({ hasText: nameOf(n) });

async function expectAxeClean(page: Page, where: string): Promise<void> {
  expect(await axe(page), where).toEqual([]);
}

test("a keyboard is enough across tests: order, rows, decisions, the open result and the search", async ({ page, server }) => {
  const api = await Api.signIn(server);
  await takenByMany(api, 12);
  await takenByMany(api, 3, "Frontend basics");
  await signIn(page, server);
  await page.goto(`${server.url}/admin?tab=results`);
  await expect(page.getByText("15 results in total")).toBeVisible();
  await expectAxeClean(page, "results");
  await page.getByRole("button", { name: "Score", exact: true }).press("Enter");
  await expect(page.getByRole("columnheader", { name: "Score" })).toHaveAttribute("aria-sort", "descending");
  await expect(page.getByRole("row").nth(1)).toContainText(nameOf(11));
  await page.keyboard.press("j");
  await expect(page.getByRole("button", { name: nameOf(11), exact: true })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("3");
  await expect(rowOf(page, 10)).toContainText("Rejected");
  await page.keyboard.press("k");

  // In the open result the same keys decide and go on, also over the end of the page.
  await page.keyboard.press("Enter");
  const panel = page.getByRole("dialog");
  await expect(panel.getByText("Candidate 1 of 15")).toBeVisible();
  await page.keyboard.press("1");
  await expect(panel.getByRole("button", { name: "Shortlist" })).toHaveAttribute("aria-pressed", "true");
  await expectAxeClean(page, "open result");
  for (let n = 2; n <= 11; n++) {
    await page.keyboard.press("j");
    await expect(panel.getByText(`Candidate ${n} of 15`)).toBeVisible();
  }
  await expect(page).toHaveURL(/page=2/);
  await page.keyboard.press("k");
  await expect(panel.getByText("Candidate 10 of 15")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);
  await expect(page).not.toHaveURL(/result=/);

  await page.keyboard.press("/");
  await page.keyboard.type("candidate 002");
  await expect(page).toHaveURL(/q=candidate\+002/);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("row")).toHaveCount(3);
  await page.reload();
  await expect(page.getByRole("row")).toHaveCount(3);
  await expect(page.getByRole("columnheader", { name: "Score" })).toHaveAttribute("aria-sort", "descending");
  await expect(page.getByRole("searchbox")).toHaveValue("candidate 002");
  await page.goto(`${server.url}/admin?tab=results&decision=shortlist`);
  await expect(page.getByText("1 result in total")).toBeVisible();
  await expect(rowOf(page, 11)).toContainText("Shortlisted");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toContainText("Shortlist");
});

for (const width of [390, 1280, 1440]) {
  test(`the results of all tests fit ${width} px`, async ({ page, server }, info) => {
    const api = await Api.signIn(server);
    await takenByMany(api, 3, "Backend engineer with a long title, for the platform team");
    await signIn(page, server);
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${server.url}/admin?tab=results`);
    await expect(page.getByText("3 results in total")).toBeVisible();
    await fits(page, `results at ${width} px`);
    await page.screenshot({ path: info.outputPath("results.png"), fullPage: true });
    await page.getByRole("button", { name: nameOf(2), exact: true }).click();
    await expect(page.getByRole("dialog").getByText(/of 3$/).first()).toBeVisible();
    await fits(page, `results at ${width} px`);
    await page.screenshot({ path: info.outputPath("result.png") });
  });
}
