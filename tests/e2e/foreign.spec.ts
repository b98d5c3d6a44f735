// Pages that others write into: translators, extensions, injected scripts. Each walk goes to its end, and says what is true.

import type { Browser, Locator, Page } from "@playwright/test";
import { Api } from "./support/api.ts";
import { expect, test, watch } from "./support/fixtures.ts";
import { submit } from "./support/take.ts";
import { TRANSLATED, type Writer, writtenInto } from "./support/foreign.ts";
import { ADMIN, type Server } from "./support/server.ts";

const ESSAY = "I look at the slow query log first.";
const CODE = "fn main() {}";
const MINUTES = 30;

/** What others do together. The whole cross product is for `make prove`. */
const SOME: Writer[][] = [
  ["replaces", "attributes", "banner", "removes"],
  ["rewrites", "moves"],
  ["words", "attributes"],
];
const ALONE: Writer[][] = [
  ["replaces"],
  ["rewrites"],
  ["words"],
  ["attributes"],
  ["banner"],
  ["removes"],
  ["moves"],
];
const SETS = process.env.INVIGIL_FOREIGN ? [...SOME, ...ALONE] : SOME;

/** The countdown on the screen is that of the server, within two seconds. */
async function clockIsTrue(page: Page, startedAt: number): Promise<void> {
  const off = async () => {
    const [hours, minutes, seconds] = (await page.getByRole("timer", { name: "Time left" }).innerText())
      .split(":")
      .map(Number);
    const shown = ((hours ?? 0) * 60 + (minutes ?? 0)) * 60 + (seconds ?? Number.NaN);
    return Math.abs(shown - (MINUTES * 60 - (Date.now() - startedAt) / 1000));
  };
  await expect.poll(off).toBeLessThan(2);
}

const state = (page: Page) => page.locator("[data-save]").filter({ visible: true });

/** The words beside the clock are those of the state, whatever was in work for the last one. */
async function isSaved(page: Page): Promise<void> {
  await expect(state(page)).toHaveAttribute("data-save", "saved");
  await expect(state(page)).toContainText(/Saved\s+on\s+the\s+server\s+at/);
  await expect(state(page)).not.toContainText("Saving");
}

/** The header and the question are those of this position. */
async function isAt(page: Page, position: number): Promise<void> {
  const words = async (of: Locator) => (await of.innerText()).replaceAll(TRANSLATED, "").replace(/\s+/g, " ").trim();
  await expect.poll(() => words(page.getByRole("banner").locator("p").first())).toBe(`Question ${position} of 3`);
  await expect.poll(() => words(page.locator("#question-heading"))).toBe(`Question ${position}`);
}

const press = (page: Page, name: string) => page.getByRole("main").getByRole("button", { name }).click();

async function candidate(
  browser: Browser,
  server: Server,
  api: Api,
  complaints: string[],
  writers: Writer[],
): Promise<void> {
  const { id, token } = await api.invite(
    await api.createTest(writers.join(" ")),
    "cara@example.org",
    "Cara Candidate",
  );
  const context = await browser.newContext();
  watch(context, complaints, server);
  const page = await context.newPage();
  await writtenInto(page, writers);
  await page.goto(`${server.url}/take-test/${token}`);
  await press(page, "Start Test");
  await isAt(page, 1);
  const rows = await api.get<{ id: string; started_at: string }[]>("/invites");
  const startedAt = Date.parse(rows.find((row) => row.id === id)?.started_at ?? "");
  await page.getByRole("radio", { name: "2" }).check();
  await isSaved(page);
  await clockIsTrue(page, startedAt);

  await press(page, "Next");
  await expect(page.locator("#question-text")).toContainText(/How\s+do\s+you\s+find\s+a\s+slow\s+query/);
  await expect(page.locator("#question-text")).not.toContainText("make?");
  const essay = page.getByRole("textbox", { name: /answer/i });
  await essay.pressSequentially(ESSAY);
  await expect(essay).toHaveValue(ESSAY);
  await isSaved(page);
  await press(page, "Next");
  await page.locator(".cm-content").click();
  await page.keyboard.insertText(CODE);
  await isSaved(page);
  await clockIsTrue(page, startedAt);

  await expect(async () => {
    const dialog = page.getByRole("dialog");
    if (!(await dialog.isVisible())) await press(page, "Submit Test");
    const end = page.getByText(/Test\s+submitted\s+successfully!/);
    if (await dialog.isVisible()) await dialog.getByRole("button", { name: "Submit Test" }).click();
    await expect(end).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await context.close();
  const { results } = await api.get<{ results: { submission_id: string; test_title: string }[] }>("/results");
  const mine = results.find((one) => one.test_title === writers.join(" "));
  const { answers } = await api.get<{ answers: { answer: string }[] }>(`/results/${mine?.submission_id}`);
  expect(answers.map(({ answer }) => answer)).toEqual(["2", ESSAY, CODE]);
}

for (const writers of SETS) {
  test(`a test is taken to its end while somebody ${writers.join(", ")}`, async ({
    browser,
    server,
    complaints,
  }) => {
    await candidate(browser, server, await Api.signIn(server), complaints, writers);
  });
}

test("a recruiter signs in, scores and reads results on a translated page", async ({ page, server }) => {
  const api = await Api.signIn(server);
  const test_id = await api.createTest();
  const { token } = await api.invite(test_id, "cara@example.org", "Cara Candidate");
  await api.send("POST", `/start-test/${token}`);
  await api.send("POST", `/submit-test/${token}`, { answers: [{ question_id: "essay", answer: ESSAY }] });
  await writtenInto(page, ["replaces", "attributes"]);
  await page.goto(`${server.url}/login`);
  await expect(page.getByText(TRANSLATED).first()).toBeVisible();
  await page.getByPlaceholder("Enter your email").fill(ADMIN.email);
  await page.getByPlaceholder("Enter your password").fill("wrong");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(
    page.getByText(/Login failed: The email address or the password is wrong/).first(),
  ).toBeVisible();
  await page.getByPlaceholder("Enter your password").fill(ADMIN.password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL(/\/admin/);
  for (const tab of ["Tests", "Invites", "Scoring", "Results"]) {
    await page.getByRole("tab", { name: tab }).click();
    await expect(page.getByRole("tabpanel").getByText(TRANSLATED).first()).toBeVisible();
  }
  await page.getByRole("tab", { name: "Scoring" }).click();
  await page.getByRole("button", { name: "Review & Score" }).click();
  await expect(page.getByText(ESSAY)).toBeVisible();
  await page.getByRole("button", { name: "Correct" }).first().click();
  await expect(page.getByText(/3 of 3 points/).first()).toBeVisible();
  await page.goto(`${server.url}/admin/tests/${test_id}/results`);
  await expect(page.getByText("Cara Candidate").first()).toBeVisible();
});

/** What scripts of others do to a whole page, each after the one before. */
const DESTROYED: Record<string, () => void> = {
  "a banner is written": () => document.write("<p>A banner</p>"),
  "another one is written": () => document.write("<p>Another banner</p>"),
  "a document is written": () => {
    document.open();
    document.write("<!doctype html><html><body><p>A page</p></body></html>");
    document.close();
  },
  "the body is written again as text": () => {
    document.body.innerHTML = String(document.body.innerHTML.replace(/ style="[^"]*"/g, ""));
  },
  "the body is another": () => {
    document.body = document.createElement("body");
  },
  "head and body are others": () => {
    document.documentElement.innerHTML = "<head></head><body>x</body>";
  },
  "everything is gone": () => document.documentElement.remove(),
  "the content is gone": () => document.querySelector("#root")?.replaceChildren(),
};

test("a replaced document and errors of the page cost nothing", async ({ browser, server }) => {
  const api = await Api.signIn(server);
  const { token } = await api.invite(await api.createTest(), "cara@example.org", "Cara Candidate");
  // What writes into the page from outside of it is not held by its policy.
  const context = await browser.newContext({ bypassCSP: true });
  const page = await context.newPage();
  await page.goto(`${server.url}/take-test/${token}`);
  await press(page, "Start Test");
  await press(page, "Next");
  const essay = page.getByRole("textbox", { name: /answer/i });
  await essay.fill(ESSAY);
  await isSaved(page);
  const styled = () => page.evaluate(() => getComputedStyle(document.querySelector("header") ?? document.body).position);
  expect(await styled()).toBe("sticky");
  for (const [name, destroy] of Object.entries(DESTROYED)) {
    await page.evaluate(destroy);
    await expect(essay, name).toHaveValue(ESSAY);
    await isAt(page, 2);
    await expect.poll(styled, name).toBe("sticky");
    await press(page, "Previous");
    await isAt(page, 1);
    await press(page, "Next");
    await isAt(page, 2);
  }
  await essay.fill(`${ESSAY} Then`);
  await isSaved(page);

  // The next renders of the first question fail.
  await page.evaluate(() => {
    const { includes } = Array.prototype;
    let left = 3;
    Array.prototype.includes = function (value: unknown, from?: number) {
      if (value !== "c0" || left-- <= 0) return includes.call(this, value, from);
      throw new TypeError("planted");
    };
  });
  await press(page, "Previous");
  await isAt(page, 1);
  await expect(page.getByText("Unexpected Application Error!")).toHaveCount(0);
  await page.getByRole("radio", { name: "2", exact: true }).check();
  await isSaved(page);
  for (const position of [2, 3]) {
    await press(page, "Next");
    await isAt(page, position);
  }
  await submit(page);
  await expect(page.getByText(/Test submitted successfully!/)).toBeVisible();
  await context.close();
  const { results } = await api.get<{ results: { submission_id: string }[] }>("/results");
  const path = `/results/${results[0]?.submission_id}`;
  const { answers } = await api.get<{ answers: { answer: string }[] }>(path);
  expect(answers.map(({ answer }) => answer)).toEqual(["2", `${ESSAY} Then`, ""]);
  const { signals } = await api.get<{ signals: { kind: string; detail?: string }[] }>(path);
  expect(signals.filter(({ kind }) => kind === "page_error").map(({ detail }) => detail)).toEqual(["TypeError: planted"]);
});
