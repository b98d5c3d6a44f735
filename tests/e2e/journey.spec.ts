// The main journey through the UI: build a test, invite, take it on a bad network, see the result.

import type { Page } from "@playwright/test";
import { expect, signIn, test } from "./support/fixtures.ts";
import { linkIn } from "./support/mail.ts";
import { submit } from "./support/take.ts";

const ESSAY = "I would look at the slow query log first, then at the plan.";
const MORE = " And I would measure before and after.";
const CODE = "fn main() { println!(\"42\"); }";

/** The header contains it twice, for wide and for narrow windows. */
const saveState = (page: Page, words: RegExp) => page.getByText(words).filter({ visible: true });

async function addQuestion(page: Page, type: string, text: string, points: string): Promise<void> {
  await page.getByLabel("Question type").selectOption({ label: type });
  await page.getByLabel("Points").fill(points);
  await page.getByPlaceholder("Enter your question").fill(text);
}

async function buildTest(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Create Test" }).click();
  await expect(page).toHaveURL(/\/admin\/create-test/);
  await page.getByPlaceholder("Enter test title").fill("Backend basics");
  await page.getByPlaceholder("Enter test description").fill("Three questions about everyday work.");
  await page.getByRole("spinbutton", { name: /Duration/ }).fill("30");
  await page.getByRole("button", { name: "Next: Questions" }).click();

  await addQuestion(page, "Multiple choice", "What does 2 + 2 make?", "2");
  for (const [index, option] of ["3", "4", "5"].entries()) await page.getByPlaceholder(`Option ${index + 1}`).fill(option);
  await page.getByLabel("Option 2 is the correct answer").check();
  await page.getByRole("button", { name: "Add Question" }).click();
  await expect(page.getByText("Question added successfully")).toBeVisible();

  await addQuestion(page, "Essay", "How do you find a slow query?", "3");
  await page.getByRole("button", { name: "Add Question" }).click();
  await addQuestion(page, "Coding", "Print the answer.", "5");
  await page.getByLabel("Expected language").selectOption("Rust");
  await page.getByRole("button", { name: "Add Question" }).click();

  await page.getByRole("button", { name: "Next: Review" }).click();
  await page.getByRole("button", { name: "Create Test" }).click();
  await expect(page.getByText("Test created successfully!")).toBeVisible();
  await expect(page).toHaveURL(/\/admin(\?|$)/);
}

async function invite(page: Page, name: string, email: string): Promise<void> {
  await page.getByRole("tab", { name: /Invites/ }).click();
  await page.getByRole("button", { name: "Send Invite" }).first().click();
  const wizard = page.getByRole("dialog");
  await wizard.getByLabel("Test").selectOption({ label: "Backend basics (30 minutes)" });
  await wizard.getByPlaceholder("Enter applicant name").fill(name);
  await wizard.getByPlaceholder("Enter applicant email").fill(email);
  await wizard.getByRole("button", { name: "Next" }).click();
  await wizard.getByRole("radio", { name: /No schedul/i }).check();
  await wizard.getByRole("button", { name: "Next" }).click();
  await wizard.getByRole("button", { name: "Send Invite" }).click();
  await expect(wizard).toBeHidden();
  await expect(page.getByText(email).first()).toBeVisible();
  await expect(page.getByText("Email Sent").first()).toBeVisible();
}

test("an admin builds a test and invites; a candidate takes it on a bad network; the admin sees the result", async ({
  page,
  server,
  mail,
  browser,
}) => {
  await signIn(page, server);
  await buildTest(page);
  await invite(page, "Cara Candidate", "cara@example.org");

  const invitation = await mail.take(/\/test-invite\//);
  expect(invitation.to?.[0]?.address).toBe("cara@example.org");
  expect(invitation.subject).toContain("Backend basics");
  const link = linkIn(invitation);

  // The candidate is another user in a separate browser.
  const context = await browser.newContext();
  const candidate = await context.newPage();
  const faults: string[] = [];
  candidate.on("pageerror", (error) => faults.push(error.message));
  await candidate.goto(link);
  await expect(candidate.getByRole("heading", { name: "Backend basics" })).toBeVisible();
  await candidate.getByRole("link", { name: /start/i }).click();
  await expect(candidate).toHaveURL(/\/take-test\//);
  await candidate.getByRole("button", { name: "Start Test" }).click();
  await expect(candidate.getByText("Question 1 of 3")).toBeVisible();

  await candidate.getByRole("radio", { name: "4", exact: true }).check();
  await expect(saveState(candidate, /Saved on the server at/)).toBeVisible();
  await candidate.getByRole("button", { name: "Next" }).click();
  const essay = candidate.getByRole("textbox", { name: /answer/i });
  await essay.fill(ESSAY);
  await expect(saveState(candidate, /Saved on the server at/)).toBeVisible();

  // Twenty seconds offline while the candidate keeps typing.
  await context.setOffline(true);
  await essay.pressSequentially(MORE);
  await expect(saveState(candidate, /Kept on this computer until the connection is back/)).toBeVisible();
  await candidate.getByRole("button", { name: "Next" }).click();
  const code = candidate.locator(".cm-content, textarea").first();
  await code.click();
  await candidate.keyboard.insertText(CODE);
  await candidate.waitForTimeout(20_000);
  await expect(saveState(candidate, /Kept on this computer/)).toBeVisible();
  await context.setOffline(false);
  await expect(saveState(candidate, /Saved on the server at/)).toBeVisible();

  // A reload prompts for nothing and loses nothing.
  await candidate.reload();
  await expect(candidate.getByText(/Question \d of 3/)).toBeVisible();
  // The desk of a coding question has its questions behind a button.
  await candidate.getByRole("button", { name: "All questions" }).click();
  await candidate.getByRole("dialog").getByRole("button", { name: /question 2/i }).click();
  await expect(candidate.getByRole("textbox", { name: /answer/i })).toHaveValue(ESSAY + MORE);
  await candidate.getByRole("button", { name: "Next" }).click();
  await expect(candidate.locator(".cm-content")).toContainText(CODE);

  await submit(candidate);
  await expect(candidate.getByText("Test submitted successfully! Answers wait for a review.")).toBeVisible();
  await expect(candidate).toHaveURL(/\/login$/);
  await expect(candidate.getByText("Backend basics")).toBeVisible();
  expect(faults).toEqual([]);
  await context.close();

  await page.getByRole("tab", { name: /Results/ }).click();
  await expect(page.getByText("Cara Candidate").first()).toBeVisible();
  await expect(page.getByText("2 of 2 points").first()).toBeVisible();
  await page.getByRole("button", { name: "View Details" }).first().click();
  const detail = page.getByRole("dialog");
  await expect(detail.getByText(ESSAY + MORE)).toBeVisible();
  await expect(detail.getByText(CODE)).toBeVisible();
  await expect(detail.getByText("Needs Review").first()).toBeVisible();
});
