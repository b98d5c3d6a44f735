// Evidence of a result: downloaded by the first administrator, checked in a browser without an account, and by command.

import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { Api } from "./support/api.ts";
import { axe } from "./support/axe.ts";
import { expect, signIn, test } from "./support/fixtures.ts";
import { submit } from "./support/take.ts";

async function take(page: Page, api: Api, url: string): Promise<string> {
  const invite = await api.invite(await api.createTest(), "cara@example.org", "Cara Candidate");
  await page.goto(`${url}/take-test/${invite.token}`);
  await page.getByRole("button", { name: "Start Test" }).click();
  await page.getByRole("radio", { name: "2", exact: true }).check();
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("textbox", { name: /answer/i }).fill("Explain first 😀, then measure.");
  await expect(page.getByText(/Saved on the server at/).filter({ visible: true })).toBeVisible();
  await page.getByRole("button", { name: "Next" }).click();
  await submit(page);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download receipt" }).click();
  const receipt = readFileSync(await (await saved).path(), "utf8");
  await page.getByRole("button", { name: "Dismiss" }).click();
  return receipt;
}

const choose = (page: Page, name: string, buffer: Buffer) =>
  page.getByLabel("Evidence file").setInputFiles({ name, mimeType: "application/zip", buffer });

test("a file is downloaded, and verified with the receipt in another browser", async ({ page, server, browser }) => {
  const api = await Api.signIn(server);
  const receipt = await take(page, api, server.url);
  await signIn(page, server);
  const [result] = (await api.get<{ results: { submission_id: string }[] }>("/results")).results;
  await page.goto(`${server.url}/admin?tab=results&result=${result?.submission_id}`);
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Evidence…" }).click();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download", exact: true }).click();
  const download = await saved;
  const evidence = readFileSync(await download.path());

  await page.goto(`${server.url}/admin?settings=evidence`);
  await expect(page.getByText("Signs now")).toBeVisible();
  const { keys } = await api.get<{ keys: { fingerprint: string }[] }>("/evidence-keys");
  const fingerprint = keys[0]?.fingerprint ?? "";

  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(`${server.url}/evidence`);
  // Nothing is sent once the page is there.
  const sent: string[] = [];
  stranger.on("request", (request) => request.method() !== "GET" && sent.push(request.url()));
  await choose(stranger, download.suggestedFilename(), evidence);
  await expect(stranger.getByRole("heading", { name: "Intact, signer unknown" })).toBeVisible();
  await stranger.getByLabel(/^Fingerprint or public key/).fill(fingerprint);
  await expect(stranger.getByRole("heading", { name: "Intact, signer known" })).toBeVisible();
  await stranger
    .getByLabel("File of the receipt")
    .setInputFiles({ name: "receipt.txt", mimeType: "text/plain", buffer: Buffer.from(receipt) });
  await expect(stranger.getByText(/^The receipt fits/)).toBeVisible();
  expect(await axe(stranger)).toEqual([]);
  for (const width of [390, 1280, 1440]) {
    await stranger.setViewportSize({ width, height: 900 });
    expect(await stranger.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), `${width} px`).toBe(true);
    await stranger.screenshot({ path: test.info().outputPath(`evidence-${width}.png`), fullPage: true });
  }

  const changed = Buffer.from(evidence);
  const place = Math.floor(changed.length / 2);
  changed[place] = (changed[place] ?? 0) ^ 1;
  await choose(stranger, "changed.zip", changed);
  await expect(stranger.getByRole("heading", { name: "Not intact" })).toBeVisible();
  expect(sent).toEqual([]);
  await stranger.context().close();
});
