// A very long paste: far beyond the limit of an answer.

import type { Page } from "@playwright/test";
import { Api } from "./support/api.ts";
import { expect, test } from "./support/fixtures.ts";

const MEGABYTE = "lorem ipsum ".repeat(83_000);

/** Time in ms from the key press to the second frame after it. */
async function pasteInto(page: Page): Promise<number> {
  const before = await page.evaluate(() => performance.now());
  await page.keyboard.press("ControlOrMeta+V");
  return page.evaluate(
    (start) =>
      new Promise<number>((done) =>
        requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - start))),
      ),
    before,
  );
}

test("a megabyte pasted into an essay is refused without blocking the page", async ({ page, server }) => {
  const api = await Api.signIn(server);
  const { token } = await api.invite(await api.createTest(), "cara@example.org", "Cara Candidate");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: server.url });
  await page.goto(`${server.url}/take-test/${token}`);
  await page.getByRole("button", { name: "Start Test" }).click();
  await expect(page.getByText(/Question 1 of 3/)).toBeVisible();
  await page.evaluate((text) => navigator.clipboard.writeText(text), MEGABYTE);

  await page.evaluate(() => {
    const bare = document.createElement("textarea");
    bare.id = "bare";
    document.body.append(bare);
    bare.focus();
  });
  const bare = await pasteInto(page);
  await page.evaluate(() => document.getElementById("bare")?.remove());

  await page.getByRole("button", { name: "Next" }).click();
  const essay = page.getByRole("textbox", { name: /answer/i });
  await essay.fill("My own words.");
  const took = await pasteInto(page);
  await expect(page.getByText(/An answer can hold at most 64 KiB/)).toBeVisible();
  await expect(essay).toHaveValue("My own words.");
  // Without the refusal, the browser first lays the megabyte out: that takes longer than in the bare field.
  expect(took).toBeLessThan(bare / 2 + 500);
});
