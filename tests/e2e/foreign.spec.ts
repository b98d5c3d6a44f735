// Pages that others write into: translators, extensions, injected scripts. Each walk goes to its end, and says what is true.

import type { Browser, Locator, Page } from "@playwright/test";
import { Api } from "./support/api.ts";
import { ANSWERS, asked, button, CODE, ESSAY, everyKind, FORMS, field, KINDS, MINUTES, RUNS_CODE } from "./support/every-kind.ts";
import { expect, test, watch, withRunner } from "./support/fixtures.ts";
import { linkIn, type MailSink } from "./support/mail.ts";
import { submit } from "./support/take.ts";
import { isWrittenInto, said, saying, TRANSLATED, type Writer, writtenInto } from "./support/foreign.ts";
import { ADMIN, Server } from "./support/server.ts";

const MESSAGE = "You have ten more minutes.";
const COMMENT = "Right, and short.";
const NOTE = "Call her on Monday.";

/** What others do together. Each of it alone is for `make prove`. */
const SOME: Writer[][] = [
  ["replaces", "attributes", "banner", "removes"],
  ["rewrites", "moves"],
  ["words", "attributes"],
];
const ALONE: Writer[][] = [["replaces"], ["rewrites"], ["words"], ["attributes"], ["banner"], ["removes"], ["moves"]];
const EVERY = process.env.INVIGIL_FOREIGN ? [...SOME, ...ALONE] : undefined;
const GROUPS = EVERY ? [SOME, ALONE.slice(0, 4), ALONE.slice(4)] : [SOME];

/** A countdown is within two seconds of one that began between two moments. */
async function clockIsTrue(page: Page, name: string, minutes: number, from: number, to = from): Promise<void> {
  const off = async () => {
    const [hours, min, seconds] = (await page.getByRole("timer", { name }).innerText()).split(":").map(Number);
    const began = Date.now() - (minutes * 60 - (((hours ?? 0) * 60 + (min ?? 0)) * 60 + (seconds ?? Number.NaN))) * 1000;
    return Math.max(from - began, began - to) / 1000;
  };
  await expect.poll(off, name).toBeLessThan(2);
}

const state = (page: Page) => page.locator("[data-save]").filter({ visible: true });

/** The words beside the clock are those of the state, whatever was in work for the last one. */
async function isSaved(page: Page): Promise<void> {
  await expect(state(page)).toHaveAttribute("data-save", "saved");
  await expect(state(page)).toContainText(saying("Saved on the server at"));
  await expect(state(page)).not.toContainText("Saving");
}

/** The header and the question are those of this position. */
async function isAt(page: Page, position: number, count: number): Promise<void> {
  const words = async (of: Locator) => (await of.innerText()).replaceAll(TRANSLATED, "").replace(/\s+/g, " ").trim();
  await expect.poll(() => words(page.getByRole("banner").locator("p").first())).toBe(`Question ${position} of ${count}`);
  await expect.poll(() => words(page.locator("#question-heading"))).toBe(`Question ${position}`);
}

const press = (page: Page, name: string) => page.getByRole("main").getByRole("button", { name: said(name) }).click();

/** From the last question to the receipt. */
async function handIn(page: Page): Promise<void> {
  await expect(async () => {
    const dialog = page.getByRole("dialog");
    if (!(await dialog.isVisible())) await press(page, "Submit Test");
    const end = page.getByText(saying("Your test was received"));
    if (await dialog.isVisible()) await dialog.getByRole("button", { name: "Submit Test" }).click();
    await expect(end).toBeVisible({ timeout: 5_000 });
  }).toPass();
}

interface Answer {
  answer: string;
  earned: number;
  manual_score_status: string;
  review_comments: string | null;
}

interface Result {
  id: string;
  answers: Answer[];
  signals: { kind: string; detail?: string }[];
  decision: { value: string } | null;
}

const judgement = ({ manual_score_status, earned, review_comments }: Answer): [string, number, string | null] => [
  manual_score_status,
  earned,
  review_comments,
];

async function resultOf(api: Api, title: string): Promise<Result> {
  const { results } = await api.get<{ results: { submission_id: string; test_title: string }[] }>("/results");
  return api.get(`/results/${results.find((one) => one.test_title === title)?.submission_id}`);
}

async function candidate(browser: Browser, server: Server, complaints: string[], writers: Writer[]): Promise<void> {
  const api = await Api.signIn(server);
  const title = writers.join(" ");
  const { id, token } = await api.invite(await everyKind(api, title), `${writers.join(".")}@example.org`, "Cara Candidate");
  const context = await browser.newContext();
  watch(context, complaints, server);
  const page = await context.newPage();
  await writtenInto(page, writers);
  await page.goto(`${server.url}/take-test/${token}`);
  await isWrittenInto(page, writers);
  await press(page, "Start Test");
  await expect(page.getByRole("button", { name: said("Begin section 1") })).toBeEnabled();
  const rows = await api.get<{ id: string; started_at: string }[]>("/invites");
  const startedAt = Date.parse(rows.find((row) => row.id === id)?.started_at ?? "");
  for (const [index, [write]] of ANSWERS.entries()) {
    // Each section has three questions.
    const before = Date.now();
    if (index % 3 === 0) await press(page, `Begin section ${index / 3 + 1}`);
    await isAt(page, index + 1, ANSWERS.length);
    if (index === 0) await clockIsTrue(page, "Left in this section", 20, before, Date.now());
    await write(page);
    await isSaved(page);
    await clockIsTrue(page, "Time left", MINUTES, startedAt);
    if (index < ANSWERS.length - 1) await press(page, "Next");
  }
  await handIn(page);
  await context.close();
  const { answers, signals } = await resultOf(api, title);
  expect(answers.map(({ answer }) => answer)).toEqual(ANSWERS.map(([, stored]) => stored));
  expect(signals.filter(({ kind }) => kind === "page_error")).toEqual([]);
}

const taking = RUNS_CODE ? withRunner : test;

for (const sets of GROUPS) {
  const names = sets.map((writers) => writers.join(", "));
  // Such a walk waits more than it computes.
  taking(`a test is taken to its end while somebody ${names.join("; ")}`, async ({ browser, server, complaints }) => {
    const walk = (writers: Writer[], n: number) =>
      test.step(names[n] ?? "", () => candidate(browser, server, complaints, writers));
    await Promise.all(sets.map(walk));
  });
}

async function signsIn(page: Page, server: Server, writers: Writer[], email: string, password: string): Promise<void> {
  await writtenInto(page, writers);
  await page.goto(`${server.url}/login`);
  await isWrittenInto(page, writers);
  await page.getByPlaceholder("Enter your email").fill(email);
  await page.getByPlaceholder("Enter your password").fill("wrong");
  await button(page, "Sign In").click();
  await expect(page.getByText(saying("The email address or the password is wrong")).first()).toBeVisible();
  await page.getByPlaceholder("Enter your password").fill(password);
  await button(page, "Sign In").click();
}

interface Made {
  id: string;
  questions: { type: string }[];
  sections: object[];
}

async function writesTest(page: Page): Promise<void> {
  await page.getByRole("link", { name: said("Create Test") }).click();
  await page.getByPlaceholder("Enter test title").fill("Every kind");
  await page.getByPlaceholder("Enter test description").fill("One question of each kind.");
  await button(page, "Next: Questions").click();
  for (const [n, kind] of KINDS.entries()) {
    await page.getByRole("combobox", { name: said("Question type") }).selectOption(kind);
    await page.getByPlaceholder("Enter your question").fill(asked(kind));
    await FORMS[kind]?.(page);
    await button(page, "Add Question").click();
    await expect(page.getByRole("list", { name: "Questions" }).getByRole("article")).toHaveCount(n + 1);
  }
  await button(page, "Next: Review").click();
  await button(page, "Create Test").click();
  await expect(page.getByText(saying("Test created successfully!")).first()).toBeVisible();
}

async function dividesTest(page: Page): Promise<void> {
  await page.getByRole("tab", { name: /^Tests/ }).click();
  await page.getByRole("link", { name: said("Edit") }).click();
  const panel = page.getByRole("main");
  await button(panel, "Divide into sections").click();
  await field(panel, "Title of section 1").fill("Choices");
  await button(panel, "Add section").click();
  await field(panel, "Title of section 2").fill("Rest");
  const outline = panel.getByRole("navigation", { name: said("Outline") });
  await outline.getByRole("button").first().click();
  await expect(field(panel, "Title of section 1")).toBeVisible();
  await panel.getByRole("textbox", { name: said("Own time in minutes") }).fill("12");
  await panel.getByRole("checkbox", { name: saying("One-way") }).check();
  await outline.getByRole("button", { name: new RegExp(`${KINDS.length}`) }).last().click();
  await button(panel, `More actions for question ${KINDS.length}`).click();
  await page.getByRole("menuitem", { name: said("Move to Rest") }).click();
  await button(panel, "Update test").click();
  await expect(page.getByText(saying("Test updated successfully!")).first()).toBeVisible();
}

async function invites(page: Page, test_id: string): Promise<void> {
  // The page of the test has no tabs of the dashboard.
  await page.getByRole("link", { name: said("All tests") }).first().click();
  await page.getByRole("tab", { name: /^Invites/ }).click();
  await button(page, "Send Invite").first().click();
  const wizard = page.getByRole("dialog");
  await wizard.getByRole("combobox", { name: saying("Test") }).selectOption(test_id);
  await wizard.getByPlaceholder("Enter applicant name").fill("Cara Candidate");
  await wizard.getByPlaceholder("Enter applicant email").fill("cara@example.org");
  await button(wizard, "Next").click();
  await wizard.getByRole("radio", { name: saying("No schedule") }).check();
  await button(wizard, "Next").click();
  await button(wizard, "Send Invite").click();
  await expect(wizard).toBeHidden();
}

/** Watches the one who takes the test, writes to her and gives her time. */
async function watches(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/monitoring`);
  await page.getByRole("button", { name: /^Cara Candidate/ }).click();
  await button(page, "Send Message").click();
  const dialog = page.getByRole("dialog");
  await field(dialog, "Message").fill(MESSAGE);
  await button(dialog, "Send Message").click();
  await expect(dialog).toBeHidden();
  await button(page, "Add time").click();
  await dialog.getByRole("spinbutton").fill("10");
  await field(dialog, "Reason").fill("A fire alarm");
  await button(dialog, "Add time").click();
  await expect(dialog).toBeHidden();
}

async function scores(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/admin?tab=scoring`);
  await button(page, "Review & Score").click();
  const [essay, code] = [5, 6].map((number) => page.getByRole("article", { name: `Question ${number}` }));
  if (!essay || !code) return;
  await expect(essay.getByText(ESSAY)).toBeVisible();
  await field(essay, "Comments").fill(COMMENT);
  await button(essay, "Correct").click();
  await expect(essay.getByText(saying("1 of 1 point"))).toBeVisible();
  await code.getByRole("spinbutton").fill("0.5");
  await button(code, "Partial").click();
  await expect(code.getByText(saying("0.5 of 1 point"))).toBeVisible();
}

async function decides(page: Page, url: string, test_id: string): Promise<void> {
  await page.goto(`${url}/admin/tests/${test_id}/results`);
  await page.getByRole("button", { name: /^Decision on Cara Candidate/ }).click();
  await page.getByRole("menuitem", { name: said("Shortlist") }).click();
  await expect(page.getByRole("button", { name: /^Decision on Cara Candidate: Shortlisted/ })).toBeVisible();
  await button(page, "Cara Candidate").click();
  await page.getByPlaceholder("Write a note").fill(NOTE);
  await button(page, "Add note").click();
  await expect(page.getByRole("dialog").getByRole("listitem").filter({ hasText: saying(NOTE) })).toBeVisible();
}

async function recruiter(page: Page, server: Server, mail: MailSink, writers: Writer[]): Promise<void> {
  const api = await Api.signIn(server);
  await signsIn(page, server, writers, ADMIN.email, ADMIN.password);
  await expect(page).toHaveURL(/\/admin/);
  await writesTest(page);
  await dividesTest(page);
  const [made] = await api.get<Made[]>("/tests");
  const written = (kinds: string[]) => kinds.map((kind) => ({ question: { question: asked(kind) } }));
  expect(made?.sections).toMatchObject([
    { title: "Choices", time_minutes: 12, one_way: true, items: written(KINDS.slice(0, -1)) },
    { title: "Rest", one_way: false, items: written(KINDS.slice(-1)) },
  ]);
  const key = (kind: string) => made?.questions.find(({ type }) => type === kind);
  expect(key("multiple_choice")).toMatchObject({ options: ["three", "four"], correct_answer: "four" });
  expect(key("multiple_response")).toMatchObject({ options: [{ text: "two" }, { text: "three" }, { text: "four" }] });
  expect(key("short_text")).toMatchObject({ accepted: ["git log"] });
  expect(key("gaps")).toMatchObject({ gaps: [{ correct_number: "100" }, { accepted: ["Paris"] }] });
  expect(key("numeric")).toMatchObject({ correct_number: "1.5", unit: "kg" });
  expect(key("coding")).toMatchObject({ expected_language: "Rust" });
  // Matches are kept in an order that discloses nothing.
  const matches = ["Paris", "Madrid"].map((text) => expect.objectContaining({ text }));
  const prompts = [{ text: "France" }, { text: "Spain" }];
  expect(key("matching")).toMatchObject({ prompts, options: expect.arrayContaining(matches) });

  await invites(page, made?.id ?? "");
  const token = linkIn(await mail.take(/\/test-invite\//)).split("/").at(-1);
  const { test: paper } = await api.send<{ test: { questions: { id: string; type: string }[] } }>("POST", `/start-test/${token}`);
  const attempt = async () => (await api.get<{ attempt_id: string; started_at: string; deadline: string }[]>("/invites"))[0];
  const before = await attempt();
  await watches(page, server.url);
  const messages = await api.get<{ text: string }[]>(`/attempts/${before?.attempt_id}/messages`);
  expect(messages.map(({ text }) => text)).toEqual([MESSAGE]);
  const minutes = Date.parse((await attempt())?.deadline ?? "") - Date.parse(before?.deadline ?? "");
  expect(minutes).toBe(10 * 60_000);

  const answers = paper.questions.flatMap(({ id, type }) => {
    const answer = { essay: ESSAY, coding: CODE }[type];
    return answer ? [{ question_id: id, answer }] : [];
  });
  await api.send("POST", `/submit-test/${token}`, { answers });
  await scores(page, server.url);
  await decides(page, server.url, made?.id ?? "");
  const result = await resultOf(api, "Every kind");
  expect(result.answers.filter(({ answer }) => answer).map(judgement)).toEqual([["correct", 1, COMMENT], ["partial", 0.5, null]]);
  expect(result.decision?.value).toBe("shortlist");
  const notes = await api.get<{ text: string }[]>(`/results/${result.id}/notes`);
  expect(notes.map(({ text }) => text)).toEqual([NOTE]);
}

for (const writers of EVERY ?? [["replaces", "attributes"]]) {
  test(`a recruiter goes from a test to a decision while somebody ${writers.join(", ")}`, async ({ page, server, mail }) => {
    await recruiter(page, server, mail, writers);
  });
}

const RITA = { email: "rita@example.org", password: "rita-scores-essays", full_name: "Rita Reviewer", role: "reviewer" };

/** A reviewer scores by rubric, with own points and with a comment, until nothing is left. */
async function reviewer(page: Page, server: Server, writers: Writer[]): Promise<void> {
  const api = await Api.signIn(server);
  const questions = [{ id: "why", type: "essay", question: "Why did the queue grow?", points: 4 }];
  const { id } = await api.send<Made>("POST", "/tests", { title: "Operations", duration_minutes: 30, questions });
  for (const n of [0, 1, 2]) {
    const { token } = await api.invite(id, `c${n}@example.org`, `Person ${n}`);
    await api.send("POST", `/start-test/${token}`);
    const answer = `The consumer stopped, part ${n}.`;
    await api.send("POST", `/submit-test/${token}`, { answers: [{ question_id: "why", answer }] });
  }
  const items = [{ text: "Names the cause", points: 2 }, { text: "Says how to find it", points: 1.5 }];
  await api.send("PUT", `/tests/${id}/rubrics/why`, { mode: "add", items });
  const rita = await api.send<{ id: string }>("POST", "/admin/create-admin", RITA);
  await api.send("PUT", `/tests/${id}/assignments`, { items: [{ reviewer_id: rita.id }] });

  await signsIn(page, server, writers, RITA.email, RITA.password);
  await expect(page.getByText(saying("3 answers left"))).toBeVisible();
  await page.getByRole("button", { name: saying("Why did the queue grow?") }).click();
  await expect(page.getByText(saying("The consumer stopped, part"))).toBeVisible();
  await page.keyboard.press("1");
  await expect(page.getByRole("checkbox", { name: saying("Names the cause") })).toBeChecked();
  await field(page, "Comments (C)").fill(COMMENT);
  await button(page, "Save and next").click();
  await expect(page.getByText(saying("2 left"))).toBeVisible();
  await expect(field(page, "Comments (C)")).toHaveValue("");
  await page.getByRole("checkbox", { name: saying("Says how to find it") }).check();
  await button(page, "Save and next").click();
  await expect(page.getByText(saying("1 left"))).toBeVisible();
  await page.getByRole("spinbutton").fill("3.5");
  await button(page, "Partial").click();
  await page.goto(`${server.url}/review`);
  await expect(page.getByText(saying("All Caught Up!"))).toBeVisible();

  const { results } = await api.get<{ results: { submission_id: string }[] }>("/results");
  const details = await Promise.all(results.map(({ submission_id }) => api.get<Result>(`/results/${submission_id}`)));
  const judged = details.flatMap(({ answers }) => answers.map(judgement)).sort(([, a], [, b]) => a - b);
  expect(judged).toEqual([["partial", 1.5, null], ["partial", 2, COMMENT], ["partial", 3.5, null]]);
}

for (const writers of EVERY ?? [["words", "attributes"]]) {
  test(`a reviewer scores all answers while somebody ${writers.join(", ")}`, async ({ page, server }) => {
    await reviewer(page, server, writers);
  });
}

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
    await isAt(page, 2, 3);
    await expect.poll(styled, name).toBe("sticky");
    await press(page, "Previous");
    await isAt(page, 1, 3);
    await press(page, "Next");
    await isAt(page, 2, 3);
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
  await isAt(page, 1, 3);
  await expect(page.getByText("Unexpected Application Error!")).toHaveCount(0);
  await page.getByRole("radio", { name: "2", exact: true }).check();
  await isSaved(page);
  for (const position of [2, 3]) {
    await press(page, "Next");
    await isAt(page, position, 3);
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
