// The question bank, sections and pools: from writing questions to papers that differ per candidate.

import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { Api } from "./support/api.ts";
import { axe } from "./support/axe.ts";
import { expect, signIn, test } from "./support/fixtures.ts";
import type { Server } from "./support/server.ts";
import { fits } from "./support/still.ts";

interface Stored {
  id: string;
  version: number;
  revision: number;
}

const field = (within: Page | Locator, name: string) => within.getByRole("textbox", { name, exact: true });

const choice = (text: string, tags: string[]) => ({
  id: "q",
  type: "multiple_choice",
  question: text,
  points: 1,
  options: ["yes", "no", "maybe"],
  correct_answer: "yes",
  tags,
});

const ready = (api: Api, text: string, tags: string[] = []) =>
  api.send<Stored>("POST", "/questions", { state: "ready", question: choice(text, tags) });

/** The page without accessibility problems, and without a scrollbar across, on a desktop and on a phone. */
async function sound(page: Page, name: string): Promise<void> {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: width > 500 ? 900 : 844 });
    await fits(page, `${name}, ${width} px`);
    expect(await axe(page)).toEqual([]);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** The questions of a new candidate's paper, with their points. */
async function paperOf(server: Server, api: Api, test_id: string, name: string) {
  const invite = await api.invite(test_id, `${name}@example.org`, name);
  const response = await fetch(`${server.url}/api/start-test/${invite.token}`, { method: "POST" });
  expect(response.ok).toBe(true);
  const body: { test: { questions: { question: string; points: number }[] } } = await response.json();
  return body.test.questions;
}

test("questions are written into the bank, changed by two authors, and retired", async ({ page, server }) => {
  await signIn(page, server);
  await page.getByRole("tab", { name: "Question bank" }).click();
  await expect(page.getByText("The question bank is empty")).toBeVisible();
  await sound(page, "empty bank");

  await page.getByRole("button", { name: "Write the first question" }).click();
  const panel = page.getByRole("dialog");
  await field(panel, "Title").fill("Left join");
  await panel.getByLabel("Difficulty").selectOption("hard");
  await panel.getByLabel("State", { exact: true }).selectOption("ready");
  await panel.getByLabel("Question type").selectOption({ label: "Essay" });
  await panel.getByPlaceholder("Enter your question").fill("What does a left join keep?");
  await panel.getByText("Scoring, explanation, notes and tags").click();
  await field(panel, "Tags").fill("sql, joins");
  await panel.getByRole("button", { name: "Create question" }).click();
  await expect(page.getByText("Question created.")).toBeVisible();
  const row = page.getByRole("button", { name: "Left join", exact: true });
  await expect(row).toBeVisible();
  await sound(page, "bank");

  // Filters are in the address: a reload shows the same.
  await page.getByRole("searchbox").fill("nothing like it");
  await expect(page.getByText("No questions match these filters")).toBeVisible();
  await page.getByRole("searchbox").fill("left");
  await expect(row).toBeVisible();
  await page.getByLabel("Difficulty").selectOption("hard");
  await page.reload();
  await expect(page.getByRole("searchbox")).toHaveValue("left");
  await row.click();

  // Another author saves first.
  const api = await Api.signIn(server);
  const [listed] = await api.get<Stored[]>("/questions");
  const theirs = { ...(await api.get<{ question: object }>(`/questions/${listed?.id}`)).question, points: 7 };
  await api.send("PUT", `/questions/${listed?.id}`, { title: "Left join", revision: listed?.revision, question: theirs });
  await panel.getByPlaceholder("Enter your question").fill("What does a left join keep, and why?");
  await panel.getByRole("button", { name: "Save question" }).click();
  await expect(panel.getByText("Ada Admin changed this question while you had it open")).toBeVisible();
  await expect(panel.getByRole("list", { name: "Differences to their version" })).toContainText("Essay, 7 points");
  await sound(page, "conflict");
  await panel.getByRole("button", { name: "Continue with mine" }).click();
  await panel.getByRole("button", { name: "Save question" }).click();
  await expect(page.getByText("Question saved as version 3.")).toBeVisible();

  await row.click();
  await panel.getByRole("tab", { name: "Versions" }).click();
  await expect(panel.getByRole("list", { name: "Changes of version 3" })).toContainText("and why?");
  await sound(page, "versions");
  await panel.getByRole("tab", { name: "Who saw this?" }).click();
  await expect(panel.getByText("No candidate has seen this question yet")).toBeVisible();
  await panel.getByRole("button", { name: "Retire" }).click();
  await page.getByRole("button", { name: "Retire question" }).click();
  await expect(page.getByText("The question is retired.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText("No questions match these filters")).toBeVisible();
});

test("the questions that are shown leave as a file, and come back with their labels", async ({ page, server }) => {
  const api = await Api.signIn(server);
  const labels = { title: "Joins", difficulty: "hard", state: "ready" };
  await api.send<Stored>("POST", "/questions", { ...labels, question: choice("Which join?", ["sql"]) });
  await ready(api, "Which colour?");
  await signIn(page, server);
  await page.goto(`${server.url}/admin?tab=bank&tag=sql`);
  await page.getByRole("button", { name: "More actions" }).first().click();
  const saved = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Export…" }).click();
  await page.getByRole("dialog").getByRole("radio", { name: "YAML" }).check();
  await page.getByRole("dialog").getByRole("button", { name: "Export" }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe("question-bank.yaml");
  await page.getByRole("button", { name: "More actions" }).first().click();
  await page.getByRole("menuitem", { name: "Import…", exact: true }).click();
  await page.getByLabel("File with questions").setInputFiles({
    name: file.suggestedFilename(),
    mimeType: "application/yaml",
    buffer: await readFile(await file.path()),
  });
  await page.getByRole("button", { name: "Import 1 question" }).click();
  await expect(page.getByText("1 question imported")).toBeVisible();
  const listed = await api.get<Record<string, unknown>[]>("/questions?tag=sql");
  expect(listed.map(({ title, difficulty, state }) => ({ title, difficulty, state }))).toEqual([labels, labels]);
});

test("a test draws from a pool: papers differ, are worth the same, and are found again", async ({ page, server }) => {
  const api = await Api.signIn(server);
  for (const text of ["Is SQL declarative?", "Is a view stored?", "Is NULL equal to NULL?"]) await ready(api, text, ["sql"]);
  const pinned = await ready(api, "Is HTTP stateless?", ["http"]);
  const test_id = await api.createTest();
  await signIn(page, server);
  await page.getByRole("tab", { name: /^Tests/ }).click();
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  const panel = page.getByRole("main");

  await panel.getByRole("button", { name: "From the bank…" }).click();
  const picker = page.getByRole("dialog", { name: "From the question bank" });
  await picker.getByRole("searchbox").fill("stateless");
  await expect(picker.getByRole("list", { name: "Ready questions" }).getByRole("checkbox")).toHaveCount(1);
  await picker.getByRole("checkbox", { name: /Is HTTP stateless/ }).check();
  await sound(page, "picker");
  await picker.getByRole("button", { name: "Add 1 question" }).click();
  await panel.getByRole("navigation", { name: "Outline" }).getByRole("button", { name: /HTTP stateless/ }).click();
  await expect(panel.getByText("Bank, version 1")).toBeVisible();

  await panel.getByRole("button", { name: "Divide into sections" }).click();
  await field(panel, "Title of section 1").fill("Everyday work");
  await panel.getByRole("button", { name: "Add section" }).click();
  await field(panel, "Title of section 2").fill("Databases");
  await panel.getByRole("checkbox", { name: "Shuffle options" }).last().check();
  await panel.getByRole("button", { name: "Pool… to section 2" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a pool" });
  await dialog.getByLabel("Tags", { exact: true }).selectOption("sql");
  await dialog.getByLabel("Questions to draw").fill("4");
  await expect(dialog.getByText("3 ready questions match now. That is too few: 4 are to be drawn.")).toBeVisible();
  await dialog.getByLabel("Questions to draw").fill("2");
  await dialog.getByLabel("Points each").fill("5");
  await sound(page, "pool");
  await dialog.getByRole("button", { name: "Add pool" }).click();
  await panel.getByRole("navigation", { name: "Outline" }).getByRole("button", { name: /Pool: 2 of the questions/ }).click();
  await expect(panel.getByText("Draw 2 of the questions tagged sql, 5 points each")).toBeVisible();
  await sound(page, "sections");
  await panel.getByRole("button", { name: "Update test" }).click();
  await expect(page.getByText("Test updated successfully!")).toBeVisible();
  // Three written ones, one of the bank and two of the pool.
  await expect(page.getByText("6 questions, 21 points", { exact: false }).first()).toBeVisible();

  await page.getByRole("button", { name: "More actions", exact: true }).click();
  await page.getByRole("menuitem", { name: "Preview a paper" }).click();
  const paper = page.getByRole("dialog", { name: /^A paper of/ });
  await expect(paper.getByRole("region", { name: "Databases" }).getByRole("listitem").first()).toBeVisible();
  await expect(paper.getByText("6 questions, 21 points")).toBeVisible();
  await paper.getByRole("button", { name: "Draw another" }).click();
  await expect(paper.getByText("6 questions, 21 points")).toBeVisible();
  await sound(page, "paper");
  await paper.getByRole("button", { name: "Close" }).last().click();

  for (const name of ["cara", "dora"]) {
    const questions = await paperOf(server, api, test_id, name);
    expect(questions).toHaveLength(6);
    expect(questions.reduce((sum, { points }) => sum + points, 0)).toBe(21);
    const drawn = questions.filter(({ question }) => /SQL|view|NULL/.test(question));
    expect(new Set(drawn.map(({ question }) => question)).size).toBe(2);
    expect(drawn.every(({ points }) => points === 5)).toBe(true);
  }

  await page.goto(`${server.url}/admin?tab=bank&question=${pinned.id}&view=seen`);
  const seen = page.getByRole("list", { name: "Candidates who saw this question" });
  await expect(seen.getByText("cara@example.org")).toBeVisible();
  await expect(seen.getByText("dora@example.org")).toBeVisible();
  await expect(seen.getByText(/Question \d of 6 in “Everyday work”, version 1/).first()).toBeVisible();
  await sound(page, "seen");

  // A newer version is offered, and taken by one press.
  const { question } = await api.get<{ question: object }>(`/questions/${pinned.id}`);
  await api.send("PUT", `/questions/${pinned.id}`, { question: { ...question, question: "Is HTTP/2 stateless?" } });
  await page.goto(`${server.url}/admin/tests/${test_id}/questions`);
  await panel.getByRole("navigation", { name: "Outline" }).getByRole("button", { name: /HTTP stateless/ }).click();
  await panel.getByRole("button", { name: "Take version 2" }).click();
  await expect(panel.getByText("Is HTTP/2 stateless?").last()).toBeVisible();
  await panel.getByRole("button", { name: "Update test" }).click();
  await expect(page.getByText("Test updated successfully!")).toBeVisible();
});

test("a test is copied, and archived out of the way of invites", async ({ page, server }) => {
  const api = await Api.signIn(server);
  const test_id = await api.createTest();
  await signIn(page, server);
  await page.getByRole("tab", { name: /^Tests/ }).click();
  const card = (title: string) => page.getByRole("article").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
  const choose = async (title: string, item: string) => {
    await card(title).getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: item }).click();
  };
  await choose("Backend basics", "Copy");
  await expect(card("Copy of Backend basics")).toBeVisible();
  await choose("Backend basics", "Archive");
  await expect(card("Backend basics")).toBeHidden();

  await page.goto(`${server.url}/admin?tab=invites&send=1`);
  const tests = page.getByRole("dialog").getByLabel("Test", { exact: true });
  await expect(tests.getByRole("option", { name: /Copy of Backend basics/ })).toBeAttached();
  await expect(tests.getByRole("option", { name: /^Backend basics/ })).toHaveCount(0);
  await expect(api.invite(test_id, "cara@example.org", "Cara")).rejects.toThrow(/409.*archived/);

  await page.goto(`${server.url}/admin?tab=tests&status=archived`);
  await expect(card("Backend basics").getByText("Archived")).toBeVisible();
  await sound(page, "archive");
  await choose("Backend basics", "Restore from the archive");
  await expect(page.getByText("No archived tests")).toBeVisible();
  await page.getByRole("button", { name: "Show all tests" }).click();
  await expect(card("Backend basics")).toBeVisible();
});
