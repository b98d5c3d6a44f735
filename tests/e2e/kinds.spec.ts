// A test with every kind of question: written through the page, taken by keyboard, read in the results.

import type { Locator, Page } from "@playwright/test";
import { Api } from "./support/api.ts";
import { axe } from "./support/axe.ts";
import { expect, signIn, test } from "./support/fixtures.ts";
import { submit } from "./support/take.ts";

const saved = (page: Page) => page.getByText(/Saved on the server at/).filter({ visible: true });

/** Begins a new question. Its form keeps kind and format of the one before. */
async function begin(page: Page, kind: string, text: string): Promise<void> {
  await page.getByLabel("Question type").selectOption({ label: kind });
  await page.getByPlaceholder("Enter your question").fill(text);
}

async function add(page: Page, count: number): Promise<void> {
  await page.getByRole("button", { name: "Add Question" }).click();
  await expect(page.getByRole("list", { name: "Questions" }).getByRole("article")).toHaveCount(count);
}

const field = (within: Page | Locator, name: string) => within.getByRole("textbox", { name, exact: true });

async function build(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Create Test" }).click();
  await page.getByPlaceholder("Enter test title").fill("Every kind");
  await page.getByPlaceholder("Enter test description").fill("One question of each kind.");
  await page.getByRole("button", { name: "Next: Questions" }).click();

  await begin(page, "Several answers", "Which are prime?");
  await page.getByLabel("Text format").selectOption("markdown");
  await field(page, "Question").fill("Which of `2`, `3` and `4` are **prime**?");
  await expect(page.getByRole("region", { name: "Preview", exact: true }).locator("strong")).toHaveText("prime");
  for (const [index, text] of ["2", "3", "4"].entries()) await field(page, `Option ${index + 1}`).fill(text);
  for (const option of [1, 2]) await page.getByLabel(`Option ${option} is correct`, { exact: true }).check();
  await page.getByText("Scoring, explanation, notes and tags").click();
  await page.getByLabel("Scoring", { exact: true }).selectOption("partial");
  await field(page, "Explanation").fill("4 is 2 times 2.");
  await add(page, 1);
  await page.getByLabel("Text format").selectOption("plain");

  await begin(page, "Number", "How heavy is a litre of water?");
  await field(page, "Correct number").fill("1");
  await field(page, "Unit").fill("kg");
  await add(page, 2);

  await begin(page, "Short text", "Which command shows the history?");
  await field(page, "Accepted answer 1").fill("git log");
  await add(page, 3);

  await begin(page, "Ordering", "Smallest first");
  for (const [index, text] of ["one", "ten", "hundred"].entries()) await field(page, `Item ${index + 1}`).fill(text);
  await add(page, 4);

  await begin(page, "Matching", "Capitals");
  for (const [index, [prompt, match]] of [["France", "Paris"], ["Spain", "Madrid"]].entries()) {
    await field(page, `Prompt ${index + 1}`).fill(prompt ?? "");
    await field(page, `Match of prompt ${index + 1}`).fill(match ?? "");
  }
  await page.getByRole("button", { name: "Add wrong match" }).click();
  await field(page, "Wrong match 1").fill("Rome");
  await add(page, 5);

  await begin(page, "Fill in the gaps", "Water boils at [[g1]] degrees, in [[g2]].");
  const [first, second] = [1, 2].map((gap) => page.getByRole("region", { name: `Gap ${gap}` }));
  await first?.getByLabel("Filled in with").selectOption("number");
  if (first) await field(first, "Correct number").fill("100");
  if (second) await field(second, "Accepted answer 1").fill("Paris");
  await add(page, 6);

  await page.getByRole("button", { name: "Next: Review" }).click();
  await page.getByRole("button", { name: "Create Test" }).click();
  await expect(page.getByText("Test created successfully!")).toBeVisible();
}

/** Moves an item to a place with the arrow keys on its button. */
async function place(page: Page, item: string, to: number): Promise<void> {
  const button = page.getByRole("button", { name: `Move up ${item}` });
  await button.focus();
  const items = page.getByRole("list", { name: "Smallest first" }).getByRole("listitem");
  const at = async () => (await items.allTextContents()).findIndex((text) => text.includes(item));
  for (let now = await at(); now > to; now = await at()) await page.keyboard.press("ArrowUp");
  await expect(button).toBeFocused();
}

async function next(page: Page, position: number): Promise<void> {
  await expect(saved(page)).toBeVisible();
  expect(await axe(page)).toEqual([]);
  await page.getByRole("button", { name: "Next" }).press("Enter");
  await expect(page.getByRole("heading", { name: `Question ${position}`, exact: true })).toBeFocused();
}

test("every kind is written, taken by keyboard on a phone, and read", async ({ page, server, browser }) => {
  await signIn(page, server);
  await build(page);
  const api = await Api.signIn(server);
  const [created] = await api.get<{ id: string }[]>("/tests");
  const invite = await api.invite(created?.id ?? "", "cara@example.org", "Cara Candidate");

  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const candidate = await context.newPage();
  await candidate.goto(`${server.url}/take-test/${invite.token}`);
  await candidate.getByRole("button", { name: "Start Test" }).press("Enter");
  await expect(candidate.getByText("Question 1 of 6")).toBeVisible();

  await expect(candidate.locator("#question-text strong")).toHaveText("prime");
  await candidate.getByRole("checkbox", { name: "2" }).press("Space");
  await next(candidate, 2);
  await field(candidate, "Your answer").press("1");
  await candidate.keyboard.type(",0 kg");
  await expect(candidate.getByText("Read as 1 kg.")).toBeVisible();
  await next(candidate, 3);
  await field(candidate, "Your answer").focus();
  await candidate.keyboard.type("git log");
  await next(candidate, 4);
  await expect(candidate.getByText(/Not answered yet/)).toBeVisible();
  await place(candidate, "one", 0);
  await place(candidate, "ten", 1);
  // An order that was right from the start is confirmed.
  const confirm = candidate.getByRole("button", { name: "Confirm this order" });
  if (await confirm.isVisible()) await confirm.press("Enter");
  await expect(candidate.getByText(/Not answered yet/)).toBeHidden();
  await next(candidate, 5);
  await candidate.getByRole("combobox", { name: "France" }).selectOption({ label: "Paris" });
  await candidate.getByRole("combobox", { name: "Spain" }).selectOption({ label: "Rome" });
  await next(candidate, 6);
  await field(candidate, "Gap 1 of 2").focus();
  await candidate.keyboard.type("100");
  await candidate.keyboard.press("Tab");
  await candidate.keyboard.type("Paris");
  await expect(saved(candidate)).toBeVisible();

  // A reload shows each answer again.
  await candidate.reload();
  await expect(field(candidate, "Gap 2 of 2")).toHaveValue("Paris");
  expect(await candidate.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await submit(candidate);
  await expect(candidate.getByText(/Test submitted successfully!/)).toBeVisible();
  await context.close();

  await page.getByRole("tab", { name: /Results/ }).click();
  await page.getByRole("button", { name: "View Details" }).first().click();
  const answers = page.getByRole("dialog").getByRole("article");
  await expect(answers).toHaveCount(6);
  await expect(answers.nth(0)).toContainText("Partial");
  await expect(answers.nth(0)).toContainText("0.5 of 1 point");
  await expect(answers.nth(0)).toContainText("Correct, not chosen");
  await expect(answers.nth(0)).toContainText("4 is 2 times 2.");
  await expect(answers.nth(1)).toContainText("1,0 kg");
  await expect(answers.nth(2)).toContainText("git log");
  for (const correct of [1, 2, 3, 5]) await expect(answers.nth(correct)).toContainText("Correct");
  await expect(answers.nth(4)).toContainText("Wrong");
  await expect(answers.nth(4)).toContainText("Rome");
  await expect(answers.nth(4)).toContainText("Madrid");
  expect(await axe(page, { within: '[role="dialog"]' })).toEqual([]);
});
