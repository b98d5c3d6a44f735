// The candidate's pages in pseudo-locales, from left to right and from right to left, on a phone: all that is shown comes from
// the catalogue and fits. And in a real language: it is chosen, kept, and there without a network.

import type { Browser, BrowserContext, Page } from "@playwright/test";
import { Api } from "./support/api.ts";
import { AUTHORED, TITLE, WALKS, WRITTEN } from "./support/candidate-walk.ts";
import { everyKind } from "./support/every-kind.ts";
import { expect, test, watch } from "./support/fixtures.ts";
import { say, speakPseudo } from "./support/pseudo.ts";
import type { Server } from "./support/server.ts";
import { fits, standsStill } from "./support/still.ts";
import { unspoken } from "./support/unspoken.ts";
import { misread } from "./support/voices.ts";

type Pseudo = "de" | "ar";

/** A page speaks the pseudo-locale only, each text is said in its language, and nothing is wider than the phone. */
async function sound({ page, tag }: { page: Page; tag: Pseudo }, where: string): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("lang", tag);
  await expect(page.locator("html")).toHaveAttribute("dir", tag === "ar" ? "rtl" : "ltr");
  await expect(page.locator(".shimmer, .animate-spin").filter({ visible: true })).toHaveCount(0);
  // Soft, so that a run reports all of a walk.
  await expect.soft(async () => expect(await unspoken(page, WRITTEN)).toEqual([]), `${where} (${tag})`).toPass({ timeout: 5_000 });
  await standsStill(page);
  await fits(page, `${where} (${tag})`);
  expect.soft(await misread(page, tag, AUTHORED), `${where} (${tag}): lang`).toEqual([]);
  await page.screenshot({ path: test.info().outputPath(`${tag}-${where}.png`), fullPage: true });
}

async function open(browser: Browser, server: Server, complaints: string[], tag: Pseudo): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, serviceWorkers: "block" });
  watch(context, complaints, server);
  await speakPseudo(context, tag);
  return { page: await context.newPage(), context };
}

for (const tag of ["de", "ar"] as const) {
  const locale = tag === "de" ? "en-XA" : "ar-XB";
  for (const [name, walk] of Object.entries(WALKS)) {
    test(`candidates' pages speak ${locale} only: ${name}`, async ({ browser, server, complaints }) => {
      const { page, context } = await open(browser, server, complaints, tag);
      const api = await Api.signIn(server);
      const sees = (where: string) => sound({ page, tag }, where);
      await walk({ page, server, api, mailbox: "cara", name: "Cara Candidate", say, sees });
      await context.close();
    });
  }

  test(`a literal is found wherever it is shown, beside ${locale} (control)`, async ({ browser, server, complaints }) => {
    const { page, context } = await open(browser, server, complaints, tag);
    await page.goto(`${server.url}/login`);
    await sound({ page, tag }, "control");
    await page.evaluate(() => {
      document.title = "Plain title";
      document.body.append(Object.assign(document.createElement("p"), { textContent: "Plain text", title: "Plain hint" }));
    });
    expect((await unspoken(page, WRITTEN)).toSorted()).toEqual(["text: Plain text", "title: Plain hint", "title: Plain title"]);
    await context.close();
  });
}

test("an English title begins where an Arabic page begins", async ({ browser, server, complaints }) => {
  const api = await Api.signIn(server);
  const invite = await api.invite(await everyKind(api, TITLE), "cara@example.org", "Cara Candidate");
  const context = await browser.newContext({ locale: "ar", viewport: { width: 1280, height: 800 } });
  watch(context, complaints, server);
  const page = await context.newPage();
  await page.goto(`${server.url}/test-invite/${invite.token}`);
  const title = page.getByRole("heading", { name: TITLE });
  await expect(title).toBeVisible();
  const gaps = await title.evaluate((heading) => {
    const words = document.createRange();
    words.selectNodeContents(heading);
    const [inner, outer] = [words.getBoundingClientRect(), heading.getBoundingClientRect()];
    return { start: outer.right - inner.right, direction: getComputedStyle(heading).direction };
  });
  expect(gaps.direction).toBe("ltr");
  expect(gaps.start).toBeLessThan(2);
  await context.close();
});

test("a language is the browser's until one is chosen, which stays, also without a network", async ({ browser, server, complaints }) => {
  const api = await Api.signIn(server);
  const invite = await api.invite(await everyKind(api, TITLE), "cara@example.org", "Cara Candidate");
  const context = await browser.newContext({ locale: "fr-CA" });
  watch(context, complaints, server);
  const page = await context.newPage();
  await page.goto(`${server.url}/take-test/${invite.token}`);
  await expect(page.getByRole("button", { name: "Commencer le test" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "fr");
  await page.getByRole("combobox", { name: "Langue" }).selectOption("de");
  await page.getByRole("button", { name: "Test beginnen" }).click();
  await expect(page.getByText("Frage 1 von 9").first()).toBeVisible();
  // The page and its language are kept a moment after the start.
  const kept = () =>
    page.evaluate(async () => {
      const files = await Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)));
      return files.flat().some((url) => url.endsWith("/take-test/")) && files.flat().filter((url) => /\/de-/.test(url)).length === 4;
    });
  await expect.poll(kept).toBe(true);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText("Frage 1 von 9").first()).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await context.close();
});

test("pages of staff stay in English", async ({ browser, server, complaints }) => {
  const context = await browser.newContext({ locale: "de-DE" });
  watch(context, complaints, server);
  const page = await context.newPage();
  await page.goto(`${server.url}/login`);
  await page.getByPlaceholder("Ihre E-Mail-Adresse").fill("admin@example.org");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  const { ADMIN } = await import("./support/server.ts");
  await page.getByPlaceholder("Ihre E-Mail-Adresse").fill(ADMIN.email);
  await page.getByPlaceholder("Geben Sie Ihr Passwort ein").fill(ADMIN.password);
  await page.getByRole("button", { name: "Anmelden" }).click();
  await expect(page).toHaveURL(/\/admin$/);
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect(page.getByRole("link", { name: "Create Test" })).toBeVisible();
  await context.close();
});
