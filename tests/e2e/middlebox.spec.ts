// A test is taken behind an intermediary that replies instead of the server, in every way that was seen: nothing is lost, nothing
// untrue is shown, and everything else goes on. `INVIGIL_MIDDLEBOX=full` takes whole tests behind each of them.

import type { Browser, BrowserContext, Page } from "@playwright/test";
import { Api } from "./support/api.ts";
import { expect, test } from "./support/fixtures.ts";
import { type Heard, KINDS, Middlebox } from "./support/middlebox.ts";
import type { Server } from "./support/server.ts";
import { submit } from "./support/take.ts";

const POISON = "UNION SELECT";
/** Calls beside saves and the submit, which fail now and then. */
const OTHERS = /\/(events|presence|signals|messages|media|still|runs)$/;
const FULL = process.env.INVIGIL_MIDDLEBOX === "full";

interface Detail {
  submission_id: string;
  answers: { answer: string }[];
  late_answers: { answer: string }[];
}

const saved = (page: Page) => page.getByText(/Saved on the server at/).filter({ visible: true });
const field = (page: Page) => page.getByRole("textbox", { name: /answer/i });

async function start(api: Api, box: Middlebox, context: BrowserContext) {
  const invite = await api.invite(await api.createTest(), "cara@example.org", "Cara Candidate");
  const page = await context.newPage();
  await page.goto(`${box.url}/take-test/${invite.token}`);
  await page.getByRole("button", { name: "Start Test" }).click();
  await expect(page.getByText("Question 1 of 3")).toBeVisible();
  return { page, invite };
}

async function resultOf(api: Api): Promise<Detail> {
  const { results } = await api.get<{ results: { submission_id: string }[] }>("/results");
  return api.get<Detail>(`/results/${results[0]?.submission_id}`);
}

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

/** The id of a test with a picture in its second question. */
async function createWithPicture(api: Api, server: Server): Promise<string> {
  const headers = { authorization: `Bearer ${api.token}`, "content-type": "image/png" };
  const sent = await fetch(`${server.url}/api/pictures`, { method: "POST", headers, body: Buffer.from(PNG, "base64") });
  const { hash } = (await sent.json()) as { hash: string };
  const choice = { id: "c0", type: "multiple_choice", question: "2 + 2?", points: 2, options: ["2", "4"], correct_answer: "4" };
  const essay = { id: "essay", type: "essay", question: `See ![A plan](picture:${hash})`, format: "markdown", points: 3 };
  const input = { title: "Plans", description: "", duration_minutes: 30, questions: [choice, essay] };
  return (await api.send<{ id: string }>("POST", "/tests", input)).id;
}

/** Types a text, and waits until the page says that it is saved; then it must be true. */
async function write(page: Page, box: Middlebox, id: string, text: string): Promise<void> {
  await field(page).fill(text);
  await expect.poll(() => box.acknowledged.get(id), { message: text, timeout: 45_000 }).toBe(text);
  await expect(saved(page)).toBeVisible();
}

/** Ends a test with one text that gets through in no form, and opens the way afterwards. */
async function endWithout(page: Page, api: Api, box: Middlebox, kind: string): Promise<void> {
  const lost = `1 ${POISON} for good`;
  box.stops = ({ text }) => (text.includes(lost) ? kind : undefined);
  await page.getByRole("button", { name: "Question 2" }).first().click();
  await field(page).fill(lost);
  await page.getByRole("button", { name: "Question 1" }).first().click();
  await page.getByRole("radio", { name: "2", exact: true }).check();
  await expect.poll(() => box.acknowledged.get("c0"), { timeout: 45_000 }).toBe("2");
  await expect(saved(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Question 3" }).first().click();
  await submit(page);
  const named = page.getByRole("region", { name: "Answers that have not arrived" });
  await expect(named).toContainText("question 2", { timeout: 90_000 });
  await expect(page.getByText(/1 answer not arrived yet/).first()).toBeVisible();
  await expect(page.getByText("Keep this window open until your answers have arrived.")).toBeVisible();
  const detail = await resultOf(api);
  expect(detail.answers[1]?.answer).not.toBe(lost);
  const { entries } = await api.get<{ entries: { text?: string }[] }>(`/attempts/${detail.submission_id}/timeline`);
  expect(entries.map(({ text }) => text)).toContain("Had not arrived at the submit: question 2");
  // Also after a reload, and it arrives once the way is free.
  await page.reload();
  await expect(named).toContainText("question 2");
  box.stops = () => undefined;
  await page.reload();
  await expect.poll(async () => (await resultOf(api)).late_answers.map(({ answer }) => answer), { timeout: 60_000 }).toEqual([lost]);
  await expect(page.getByText("The missing answer has arrived.")).toBeVisible();
  await expect(named).toHaveCount(0);
}

/** Two at once: each waits most of the time. */
const HALVES = [0, 1].map((half) => Object.keys(KINDS).filter((_, n) => n % 2 === half));

for (const [half, kinds] of HALVES.entries()) {
  test(`nothing is lost and nothing untrue is shown, whoever replies instead of the server (${half + 1})`, async ({ server, browser }) => {
    const api = await Api.signIn(server);
    const box = await Middlebox.before(server.url);
    const context = await browser.newContext({ permissions: ["camera", "microphone"] });
    const { page } = await start(api, box, context);
    await page.getByRole("button", { name: "Next" }).click();
    await write(page, box, "essay", "before anybody meddles");
    for (const kind of kinds) {
      // Both forms of the text fail once, and some other call.
      let left = kind === "a body that it rewrites" ? 1 : 2;
      let other = 1;
      box.stops = ({ text, path }: Heard) => {
        if (path.endsWith("/answers") && text.includes(POISON) && left-- > 0) return kind;
        return OTHERS.test(path) && other-- > 0 ? kind : undefined;
      };
      await write(page, box, "essay", `${kind}: ${POISON}`);
      await expect(page.getByText("Question 2 of 3")).toBeVisible();
    }
    expect([...box.met.keys()].filter((what) => what.endsWith("PUT answers")).length).toBe(kinds.length);
    if (half === 0) await endWithout(page, api, box, "403");
    await context.close();
    box.close();
  });
}

test("the harness notices a page that believes a filter", async ({ server, browser }) => {
  const api = await Api.signIn(server);
  const box = await Middlebox.before(server.url);
  const context = await browser.newContext();
  // The fault of before: any refusal ends the matter.
  await context.addInitScript(() => {
    const { fetch } = window;
    window.fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (response.ok || !String(input).endsWith("/answers") || typeof init?.body !== "string") return response;
      const json = new Headers(init.headers).has("X-Encoded") ? atob(init.body) : init.body;
      const { answers } = JSON.parse(json) as { answers: { question_id: string; seq: number }[] };
      const at = new Date().toISOString();
      const acked = answers.map(({ question_id, seq }) => ({ question_id, seq }));
      return Response.json({ acked, acked_seq: 0, server_time: at, deadline: at, late: false, submitted: false });
    };
  });
  const { page } = await start(api, box, context);
  await page.getByRole("button", { name: "Next" }).click();
  box.stops = ({ text }) => (text.includes(POISON) ? "422" : undefined);
  await field(page).fill(POISON);
  await expect(saved(page)).toBeVisible();
  expect(box.acknowledged.get("essay")).toBeUndefined();
  await context.close();
  box.close();
});

for (const kind of FULL ? Object.keys(KINDS).filter((name) => !/server took|rewrites/.test(name)) : []) {
  test(`a whole test behind one that stops one text: ${kind}`, async ({ server, browser }) => {
    const api = await Api.signIn(server);
    const box = await Middlebox.before(server.url);
    const context = await browser.newContext();
    const { page } = await start(api, box, context);
    await endWithout(page, api, box, kind);
    await context.close();
    box.close();
  });
}

/** Calls beside saves and the submit: each of these must be met. */
const MET = ["POST start-test", "POST presence", "GET events", "GET pictures"];
const nameOf = ({ method, path }: Heard) => {
  const [, first = "", , second = first] = path.replace("/api", "").split(/[/?]/);
  return `${method} ${second}`;
};

/**
 * A test whose other calls meet an intermediary each second time, or each time; the start then each time but the last. Saves
 * and the submit get through.
 */
async function takeBehind(server: Server, browser: Browser, kind: string, time: "sometimes" | "always") {
  const api = await Api.signIn(server);
  const box = await Middlebox.before(server.url);
  const context = await browser.newContext({ permissions: ["camera", "microphone"], serviceWorkers: "block" });
  const invite = await api.invite(await createWithPicture(api, server), "cara@example.org", "Cara Candidate");
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  const counts = new Map<string, number>();
  box.stops = (call) => {
    const name = nameOf(call);
    const isOther = MET.includes(name) || OTHERS.test(call.path);
    if (!isOther) return undefined;
    const before = counts.get(name) ?? 0;
    counts.set(name, before + 1);
    if (name === "POST start-test") return before < (time === "always" ? 3 : 1) ? kind : undefined;
    return time === "always" || before % 2 === 0 ? kind : undefined;
  };
  await page.goto(`${box.url}/take-test/${invite.token}`);
  const first = page.getByText("Question 1 of 2");
  const begin = page.getByRole("button", { name: "Start Test" });
  // What an intermediary says starts no test and ends none: the page stays where it is until the server replies.
  await expect(async () => {
    await begin.or(first).first().waitFor();
    if (await begin.isVisible()) await begin.click();
    await expect(first).toBeVisible({ timeout: 3_000 });
  }).toPass();

  await page.getByRole("radio", { name: "4", exact: true }).check();
  await expect.poll(() => box.acknowledged.get("c0"), { timeout: 45_000 }).toBe("4");
  await page.getByRole("button", { name: "Next" }).click();
  await write(page, box, "essay", `Behind ${kind}`);
  const picture = page.getByRole("img", { name: "A plan" });
  const drawn = () => picture.evaluateAll(([image]) => (image instanceof HTMLImageElement ? image.naturalWidth : 0));
  const [attempt] = await api.get<{ attempt_id: string }[]>("/admin/monitoring");
  await api.send("POST", `/attempts/${attempt?.attempt_id}/messages`, { text: "Please look here." });
  const passes = kind === "a body that it rewrites";
  if (time === "always" && !passes) {
    for (const name of MET) await expect.poll(() => counts.get(name) ?? 0, { message: name, timeout: 45_000 }).toBeGreaterThan(1);
    expect(await drawn()).toBe(0);
    await expect(page.getByText("Please look here.")).toHaveCount(0);
    await write(page, box, "essay", `Behind ${kind}, still`);
    box.stops = () => undefined;
  }
  // All that was stopped arrives by itself, once it gets through.
  await expect.poll(drawn, { timeout: 60_000 }).toBe(1);
  await expect(page.getByText("Please look here.").first()).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText(/not on the server|connection is lost|keeps failing|withdrawn|another browser/i)).toHaveCount(0);
  for (const name of MET) expect(counts.get(name), name).toBeGreaterThan(0);
  const answer = await field(page).inputValue();
  await submit(page);
  await expect(page.getByText(/Test submitted successfully!/)).toBeVisible();
  const detail = await resultOf(api);
  expect(detail.answers.map((one) => one.answer)).toEqual(["4", answer]);
  expect([detail.late_answers, errors]).toEqual([[], []]);
  await context.close();
  box.close();
}

/** These few of them in each run: a page, a refusal, and a network that asks to sign in. */
const OFTEN: [kind: string, time: "sometimes" | "always"][] = [
  ["401", "sometimes"],
  ["200 with a page", "always"],
];
const ALL = Object.keys(KINDS).flatMap((kind): typeof OFTEN => [[kind, "sometimes"], [kind, "always"]]);

for (const [kind, time] of FULL ? ALL : OFTEN) {
  test(`start, presence, events and pictures meet one that replies ${time}: ${kind}`, ({ server, browser }) =>
    takeBehind(server, browser, kind, time));
}

/** Two tabs of one test, of which one may be loaded again while the other ends it. */
const TWO_TABS = ["", "both loaded again before the end", "one loaded again at the end"];

for (const when of FULL ? TWO_TABS : []) {
  test(`two tabs behind one that stops one text: ${when || "neither loaded again"}`, async ({ server, browser }) => {
    const api = await Api.signIn(server);
    const box = await Middlebox.before(server.url);
    const context = await browser.newContext({ permissions: ["camera", "microphone"] });
    const { page: one, invite } = await start(api, box, context);
    const two = await context.newPage();
    await two.goto(`${box.url}/take-test/${invite.token}`);
    const lost = `1 ${POISON} for good`;
    box.stops = ({ text }) => (text.includes(lost) ? "403" : undefined);
    await one.getByRole("button", { name: "Question 2" }).first().click();
    await field(one).fill(lost);
    await one.getByRole("button", { name: "Question 1" }).first().click();
    await one.getByRole("radio", { name: "2", exact: true }).check();
    await expect.poll(() => box.acknowledged.get("c0"), { timeout: 45_000 }).toBe("2");
    if (when === TWO_TABS[1]) await Promise.all([one.reload(), two.reload()]);
    await two.getByRole("button", { name: "Question 3" }).first().click();
    await submit(two);
    if (when === TWO_TABS[2]) await one.reload({ waitUntil: "commit" });
    const named = (page: Page) => page.getByRole("region", { name: "Answers that have not arrived" });
    for (const page of [one, two]) {
      await expect(named(page)).toContainText("question 2", { timeout: 90_000 });
      await expect(page.getByText("Keep this window open until your answers have arrived.")).toBeVisible();
    }
    expect((await resultOf(api)).answers.map(({ answer }) => answer)).toEqual(["2", "", ""]);
    box.stops = () => undefined;
    for (const page of [one, two]) await page.evaluate(() => void window.dispatchEvent(new Event("online")));
    await expect.poll(async () => (await resultOf(api)).late_answers.map(({ answer }) => answer), { timeout: 60_000 }).toEqual([lost]);
    for (const page of [one, two]) await expect(named(page)).toHaveCount(0);
    await context.close();
    box.close();
  });
}
