// A coding question with hidden tests: written through the page, taken, judged by the real runner, read in the results.

import { existsSync } from "node:fs";
import type { Page } from "@playwright/test";
import { Api } from "./support/api.ts";
import { axe } from "./support/axe.ts";
import { expect, signIn, withRunner as test } from "./support/fixtures.ts";
import { submit } from "./support/take.ts";

test.skip(!existsSync("/usr/bin/python3"), "there is no Python to run");

const SOLUTION = "print(2 * int(input()))";
/** Wrong for numbers of two digits. */
const ATTEMPT = "word = input()\nprint(2 * int(word[0]))";

interface Case {
  input: string;
  output: string;
  visible?: boolean;
}

async function addTest(page: Page, number: number, { input, output, visible = false }: Case): Promise<void> {
  await page.getByRole("button", { name: "Add test" }).click();
  await page.getByLabel(`Input of test ${number}`).fill(input);
  await page.getByLabel(`Expected output of test ${number}`).fill(output);
  if (visible) await page.getByLabel(`Candidates see test ${number}`).check();
}

/** Replaces the code in an editor of the form. */
async function write(page: Page, name: string, code: string): Promise<void> {
  await page.getByRole("textbox", { name, exact: true }).and(page.locator(".cm-content")).focus();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(code);
}

async function build(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Create Test" }).click();
  await page.getByPlaceholder("Enter test title").fill("Doubling");
  await page.getByPlaceholder("Enter test description").fill("One program.");
  await page.getByRole("button", { name: "Next: Questions" }).click();
  await page.getByLabel("Question type").selectOption({ label: "Coding" });
  await page.getByPlaceholder("Enter your question").fill("Read a number and print its double.");
  await page.getByLabel("Points").fill("10");
  await page.getByRole("tab", { name: "Tests" }).click();
  await addTest(page, 1, { input: "2", output: "4", visible: true });
  await addTest(page, 2, { input: "3", output: "6" });
  await addTest(page, 3, { input: "21", output: "42" });
  // The visible test shows the form of input and output, and earns nothing.
  await page.getByLabel("Weight of test 1").fill("0");
  expect(await axe(page)).toEqual([]);
  await page.getByRole("tab", { name: "Task" }).click();
  await expect(page.getByText(/The code runner has Python 3/)).toBeVisible({ timeout: 60_000 });
  await page.getByRole("tab", { name: "Solutions" }).click();
  await page.getByRole("button", { name: "Add solution" }).click();
  await write(page, "Solution 1", ATTEMPT);
  await page.getByRole("button", { name: "Check solutions" }).click();
  await expect(page.getByText("Solution 1 (Python): fails test 3 (wrong answer)")).toBeVisible();
  await write(page, "Solution 1", SOLUTION);
  await page.getByRole("button", { name: "Check solutions" }).click();
  await expect(page.getByText("Solution 1 (Python) passes all tests")).toBeVisible();
  // A known mistake that the tests must find.
  await page.getByRole("button", { name: "Add wrong solution" }).click();
  await write(page, "Wrong solution 1", SOLUTION);
  await page.getByRole("button", { name: "Check solutions" }).click();
  await expect(page.getByText("Wrong solution 1 (Python) passes all tests: add a test")).toBeVisible();
  await write(page, "Wrong solution 1", ATTEMPT);
  await page.getByRole("button", { name: "Check solutions" }).click();
  await expect(page.getByText("Wrong solution 1 (Python) is found by test 3 (wrong answer)")).toBeVisible();
  // The matrix: the mistake shows at the third test only.
  await expect(page.getByRole("row", { name: /Wrong solution 1/ }).getByRole("cell")).toHaveText([
    /passes/,
    /passes/,
    /wrong answer/,
  ]);
  expect(await axe(page)).toEqual([]);
  await page.getByRole("button", { name: "Add Question" }).click();
  await page.getByRole("button", { name: "Next: Review" }).click();
  await page.getByRole("button", { name: "Create Test" }).click();
  await expect(page.getByText("Test created successfully!")).toBeVisible();
}

async function take(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Start Test" }).press("Enter");
  await expect(page.getByText("Question 1 of 1")).toBeVisible();
  await page.getByRole("button", { name: "Run tests" }).waitFor();
  await page.getByRole("textbox", { name: "Your code" }).focus();
  await page.keyboard.insertText(ATTEMPT);
  await page.getByRole("button", { name: "Run tests" }).click();
  await expect(page.getByText("1 of 1 tests passed")).toBeVisible();
  await expect(page.getByText(/Saved on the server at/).filter({ visible: true })).toBeVisible();
  expect(await axe(page)).toEqual([]);
  await submit(page);
  await expect(page.getByText(/Test submitted successfully!/)).toBeVisible();
}

test("code is judged on hidden tests, and again on corrected ones", async ({ page, server, browser }) => {
  await signIn(page, server);
  await build(page);
  const api = await Api.signIn(server);
  const [created] = await api.get<{ id: string }[]>("/tests");
  const id = created?.id ?? "";
  const invite = await api.invite(id, "cara@example.org", "Cara Candidate");

  const context = await browser.newContext();
  const candidate = await context.newPage();
  await candidate.goto(`${server.url}/take-test/${invite.token}`);
  await take(candidate);
  await context.close();

  await page.getByRole("tab", { name: /Results/ }).click();
  await page.getByRole("button", { name: "View Details" }).first().click();
  const answer = page.getByRole("dialog").getByRole("article").first();
  await expect(answer).toContainText("2 of 3 tests passed");
  await expect(answer).toContainText("5 of 10 points");
  await answer.getByText("Input and output").click();
  await expect(answer).toContainText("42");
  expect(await axe(page, { within: '[role="dialog"]' })).toEqual([]);
  await page.keyboard.press("Escape");

  // The third test was too hard: without it the same code earns all points.
  const stored = await api.get<{ questions: { tests: object[] }[] }>(`/tests/${id}`);
  for (const question of stored.questions) question.tests = question.tests.slice(0, 2);
  await api.send("PUT", `/tests/${id}`, stored);
  await page.getByRole("tab", { name: /Tests/ }).click();
  await page.getByRole("link", { name: "Edit" }).first().click();
  await page.getByRole("tab", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Judge code again" }).click();
  await expect(page.getByText(/run on 1 submitted answer. 1 answer had other tests/)).toBeVisible();
  await page.getByRole("button", { name: "Judge again", exact: true }).click();
  await expect(page.getByText("1 answer will be judged again")).toBeVisible();
  await page.goto(`${server.url}/admin?tab=results`);
  await page.getByRole("button", { name: "View Details" }).first().click();
  await expect(answer).toContainText("2 of 2 tests passed");
  await expect(answer).toContainText("10 of 10 points");
});
