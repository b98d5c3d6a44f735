// A network that fails at random moments (deterministic per seed), and a page that sleeps past the deadline.

import type { BrowserContext, Page } from "@playwright/test";
import { Api } from "./support/api.ts";
import { expect, test, watch } from "./support/fixtures.ts";
import { submit } from "./support/take.ts";

interface Detail {
  answers: { answer: string }[];
  late_answers: { answer: string }[];
  submitted_by: string;
}

async function results(api: Api): Promise<Detail[]> {
  const { results: rows } = await api.get<{ results: { submission_id: string }[] }>("/results");
  return Promise.all(rows.map((row) => api.get<Detail>(`/results/${row.submission_id}`)));
}

/** Seeded random numbers from 0 to 1 (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Drops saves or their replies at random. */
async function losing(page: Page, dice: () => number): Promise<() => number> {
  let lost = 0;
  await page.route("**/api/take-test/*/answers", async (route) => {
    const fate = dice();
    if (fate < 0.4) return route.continue();
    lost += 1;
    if (fate < 0.7) return route.abort("connectionreset");
    // The server has it, and the page gets no reply.
    await route.fetch().catch(() => undefined);
    return route.abort("connectionreset");
  });
  return () => lost;
}

test.describe("without a service worker", () => {
  // Requests of a service worker bypass the routes that drop them here.
  test.use({ serviceWorkers: "block" });

  test("a network cut at random moments loses and duplicates nothing", async ({ page, context, server }) => {
    const api = await Api.signIn(server);
    const invite = await api.invite(await api.createTest(), "cara@example.org", "Cara Candidate");
    const dice = seeded(20_261_120);
    await page.goto(`${server.url}/take-test/${invite.token}`);
    await page.getByRole("button", { name: "Start Test" }).click();
    await expect(page.getByText("Question 1 of 3")).toBeVisible();
    const lost = await losing(page, seeded(7));
    let essay = "";
    let choice = "";
    // On a fast machine continue until a reply was lost.
    for (let round = 0; round < 16 || (lost() === 0 && round < 40); round++) {
      const fate = dice();
      if (fate < 0.25) await context.setOffline(true);
      else if (fate < 0.6) await context.setOffline(false);
      if (dice() < 0.3) {
        await page.getByRole("button", { name: "Question 1" }).first().click();
        choice = String(1 + Math.floor(dice() * 3));
        await page.getByRole("radio", { name: choice, exact: true }).check();
      } else {
        await page.getByRole("button", { name: "Question 2" }).first().click();
        const words = ` ${round}-${Math.floor(dice() * 1e6).toString(36)}`;
        const field = page.getByRole("textbox", { name: /answer/i });
        await field.press("Control+End");
        await field.pressSequentially(words, { delay: Math.floor(dice() * 40) });
        essay += words;
      }
      // Sometimes long enough for a save to be in flight at the next cut.
      if (dice() < 0.5) await page.waitForTimeout(Math.floor(dice() * 1_500));
    }
    await context.setOffline(false);
    expect(lost()).toBeGreaterThan(0);
    // Wait for saves in flight: an old save must not reach the server after the submit.
    await page.unrouteAll({ behavior: "wait" });
    await page.reload();
    await page.getByRole("button", { name: "Question 2" }).first().click();
    await expect(page.getByRole("textbox", { name: /answer/i })).toHaveValue(essay);
    await expect(page.getByText(/Saved on the server at/).filter({ visible: true })).toBeVisible({ timeout: 90_000 });
    await page.getByRole("button", { name: "Question 3" }).first().click();
    await submit(page);
    await expect(page.getByText(/Test submitted successfully!/)).toBeVisible();
    const [detail] = await results(api);
    expect(detail?.answers.map((a) => a.answer)).toEqual([choice, essay, ""]);
    expect(detail?.late_answers).toEqual([]);
  });
});

/** A started test of one minute, with text that the server has and text that it does not have yet. */
async function begin(context: BrowserContext, url: string, token: string): Promise<Page> {
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(`${url}/take-test/${token}`);
  await page.getByRole("button", { name: "Start Test" }).click();
  const answer = page.getByRole("textbox", { name: /answer/i });
  await answer.fill("In time.");
  await expect(page.getByText(/Saved on the server at/).filter({ visible: true })).toBeVisible();
  return page;
}

test("a page that sleeps past the deadline finds its test submitted, and its unsent text is kept as late", async ({
  browser,
  server,
  complaints,
}) => {
  const api = await Api.signIn(server);
  const question = { id: "q", type: "essay", question: "Why?", points: 1 };
  const input = { title: "A minute", description: "", duration_minutes: 1, questions: [question] };
  const made = await api.send<{ id: string }>("POST", "/tests", input);
  const invite = await api.invite(made.id, "cara@example.org", "Cara Candidate");
  const context = await browser.newContext({ serviceWorkers: "block" });
  watch(context, complaints, server);
  const page = await begin(context, server.url, invite.token);
  // The lid is closed while typing: timers stop, nothing is sent.
  const held = (route: { abort(code: string): Promise<void> }) => route.abort("internetdisconnected");
  await page.route("**/api/**", held);
  await page.getByRole("textbox", { name: /answer/i }).fill("In time. And a word too late.");
  // On a stalled machine that moment may pass before the request: then use a later one.
  await expect(async () => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000)).toPass();
  await expect.poll(async () => (await results(api)).length, { timeout: 100_000, intervals: [2_000] }).toBe(1);
  await page.unroute("**/api/**", held);
  await page.clock.fastForward(90_000);
  await page.clock.resume();
  await expect(page.getByText(/Test submitted successfully!/)).toBeVisible();
  const [detail] = await results(api);
  expect(detail?.submitted_by).toBe("deadline");
  expect(detail?.answers.map((a) => a.answer)).toEqual(["In time."]);
  expect(detail?.late_answers.map((a) => a.answer)).toEqual(["In time. And a word too late."]);
  await context.close();
});
