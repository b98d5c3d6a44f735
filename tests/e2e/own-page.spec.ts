// A candidate's own page: by the link on the receipt, with the request for erasure that an administrator decides on.

import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { Api } from "./support/api.ts";
import { axe } from "./support/axe.ts";
import { expect, signIn, test } from "./support/fixtures.ts";
import { fits } from "./support/still.ts";
import { submit, write } from "./support/take.ts";

/** Takes a test in the browser. Returns the link on the receipt. */
async function take(page: Page, api: Api, url: string): Promise<string> {
  const invite = await api.invite(await api.createTest(), "cara@example.org", "Cara Candidate");
  await page.goto(`${url}/take-test/${invite.token}`);
  await page.getByRole("button", { name: "Start Test" }).click();
  await page.getByRole("button", { name: "Next" }).click();
  await write(page, "Explain first, then measure.");
  await page.getByRole("button", { name: "Next" }).click();
  await submit(page);
  const link = await page.getByRole("link", { name: "See or download what is stored about you, or ask to delete it" }).getAttribute("href");
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download receipt" }).click();
  expect(readFileSync(await (await saved).path(), "utf8")).toContain(`Your page: ${link}`);
  return link ?? "";
}

async function expectSound(page: Page, where: string): Promise<void> {
  expect(await axe(page), where).toEqual([]);
  const size = page.viewportSize();
  for (const width of [390, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await fits(page, `${where} at ${width}`);
    await page.screenshot({ path: test.info().outputPath(`${where}-${width}.png`), fullPage: true });
  }
  if (size) await page.setViewportSize(size);
}

test("a candidate sees what is kept, and asks for erasure until it is done", async ({ page, server, browser }) => {
  const api = await Api.signIn(server);
  const candidate = await (await browser.newContext()).newPage();
  const link = await take(candidate, api, server.url);
  expect(link).toMatch(/\/receipt\/[\w-]{43}$/);
  await candidate.goto(link);
  await expect(candidate.getByRole("heading", { name: "What is kept about your test" })).toBeVisible();
  await expect(candidate.getByText("cara@example.org")).toBeVisible();
  for (const theme of ["classic", "dark", "premium"]) {
    await api.send("PUT", "/admin/theme-settings", { themeName: theme });
    await candidate.reload();
    await expect(candidate.getByRole("button", { name: "Ask for erasure" })).toBeVisible();
    await expectSound(candidate, `own-page-${theme}`);
  }
  const saved = candidate.waitForEvent("download");
  await candidate.getByRole("button", { name: "Download my answers" }).click();
  const file = JSON.parse(readFileSync(await (await saved).path(), "utf8"));
  expect(file.answers.map(({ text }: { text: string }) => text)).toContain("Explain first, then measure.");

  const ask = async (name: string) => {
    await candidate.getByRole("button", { name }).click();
    await candidate.getByRole("dialog").getByRole("button", { name: "Ask for erasure" }).click();
    await expect(candidate.getByText(/^You asked for erasure on .* An administrator decides/)).toBeVisible();
  };
  await ask("Ask for erasure");
  await signIn(page, server);
  await page.getByRole("link", { name: /1 person asks for erasure/ }).click();
  await expect(page.getByText(/^Asks for erasure since /)).toBeVisible();
  await expectSound(page, "requests for erasure");
  await page.getByRole("button", { name: "Decline" }).click();
  await page.getByRole("dialog", { name: "Decline the request?" }).getByLabel(/^Reason/).fill("The law demands it.");
  await page.getByRole("dialog", { name: "Decline the request?" }).getByRole("button", { name: "Decline" }).click();
  await expect(page.getByText("No requests for erasure")).toBeVisible();
  await candidate.reload();
  await expect(candidate.getByText("The law demands it.")).toBeVisible();

  await ask("Ask again");
  const [{ id }] = await api.get<[{ id: string }]>("/admin/applicants?erasure_asked=true");
  await api.send("DELETE", `/admin/applicants/${id}`);
  await candidate.reload();
  await expect(candidate.getByRole("heading", { name: /^Erased on / })).toBeVisible();
  await expectSound(candidate, "own-page-erased");
  await candidate.context().close();
});
