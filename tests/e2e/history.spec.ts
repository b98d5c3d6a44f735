// How an answer came to be: kept while it is typed, over a reload and without a connection, and played to a reviewer.

import type { Page } from "@playwright/test";
import { Api } from "./support/api.ts";
import { axe } from "./support/axe.ts";
import { expect, signIn, test } from "./support/fixtures.ts";
import { submit } from "./support/take.ts";

const saved = /Saved on the server at/;
const kept = /Kept on this computer/;
const PASTED = "a pasted sentence 😀. ";
const [TYPED, CHOSEN, UNDONE, PROGRAM, PASTE, SAVE] = [0, 5, 3, 4, 1, 6];

type Step = [at: number, source: number, position: number, deleted: number, inserted: string];
interface History {
  mode: string;
  head: string;
  questions: { question_id: string; steps: Step[]; saves: unknown[]; pasted_chars: number }[];
}

const replayed = (steps: Step[]) =>
  steps.reduce((text, [, , at, deleted, inserted]) => text.slice(0, at) + inserted + text.slice(at + deleted), "");

async function makeTest(api: Api, history: "saves" | "keystrokes"): Promise<string> {
  const questions = [
    { id: "choice", type: "multiple_choice", question: "What does 1 + 1 make?", points: 1, options: ["1", "2"], correct_answer: "2" },
    { id: "essay", type: "essay", question: "How do you find a slow query?", points: 3 },
    { id: "code", type: "coding", question: "Print the answer.", points: 5, expected_language: "Python", starter_code: { Python: "# Begin here\n" } },
  ];
  const { id } = await api.send<{ id: string }>("POST", "/tests", { title: "Kept", duration_minutes: 30, description: "", questions, history });
  return id;
}

const shows = (page: Page, state: RegExp) => expect(page.getByText(state).filter({ visible: true })).toBeVisible();

async function begin(page: Page): Promise<void> {
  const recorder = page.waitForResponse(/\/recorder-[^/]*\.js$/);
  await page.getByRole("button", { name: "Start Test" }).click();
  await expect(page.getByText(/Question 1 of 3/)).toBeVisible();
  await recorder;
}

async function answerAll(page: Page, url: string): Promise<string> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: url });
  await page.evaluate((text) => navigator.clipboard.writeText(text), PASTED);
  await page.getByRole("radio", { name: "1", exact: true }).check();
  await page.getByRole("radio", { name: "2", exact: true }).check();
  await page.getByRole("button", { name: "Next" }).click();

  const essay = page.getByRole("textbox", { name: /answer/i });
  await essay.pressSequentially(`Explain first. ${[...PASTED].slice(0, 9).join("")}`);
  // Over a selection that begins like it: all of it was pasted, not only what is new.
  await essay.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange("Explain first. ".length, field.value.length));
  await page.keyboard.press("ControlOrMeta+V");
  await shows(page, saved);
  const reloaded = page.waitForResponse(/\/recorder-[^/]*\.js$/);
  await page.reload();
  await reloaded;
  await expect(page.getByText(/Question 2 of 3/)).toBeVisible();
  await expect(essay).toHaveValue(`Explain first. ${PASTED}`);
  await essay.press("ControlOrMeta+End");
  await essay.pressSequentially("Then ");
  await page.context().setOffline(true);
  await essay.pressSequentially("measure.");
  await shows(page, kept);
  await essay.press("Backspace");
  await page.context().setOffline(false);
  await shows(page, saved);

  await page.getByRole("button", { name: "Next" }).click();
  const code = page.locator(".cm-content");
  await code.click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("print(1");
  await page.keyboard.press("ControlOrMeta+V");
  await page.keyboard.press("ControlOrMeta+Z");
  await page.keyboard.type(")");
  await shows(page, saved);
  return `Explain first. ${PASTED}Then measure`;
}

test("keystrokes are kept over a reload and without a connection, and replay to what was submitted", async ({ page, server }) => {
  const api = await Api.signIn(server);
  const { token } = await api.invite(await makeTest(api, "keystrokes"), "cara@example.org", "Cara Candidate");
  await page.goto(`${server.url}/take-test/${token}`);
  await expect(page.getByText("Every version of your answer is kept, including text you delete, and when you typed it.")).toBeVisible();
  await begin(page);
  const essay = await answerAll(page, server.url);
  await submit(page);
  await expect(page.getByText("Proof of your answers")).toBeVisible();

  const { results } = await api.get<{ results: { submission_id: string }[] }>("/results");
  const id = results[0]?.submission_id ?? "";
  const { answers } = await api.get<{ answers: { id: string; answer: string }[] }>(`/results/${id}`);
  const history = await api.get<History>(`/results/${id}/history`);
  expect(answers.map(({ answer }) => answer)).toEqual(["2", essay, "# Begin here\nprint(1)"]);
  expect(history.questions.map(({ steps }) => replayed(steps))).toEqual(answers.map(({ answer }) => answer));
  const sources = history.questions.map(({ steps }) => [...new Set(steps.map(([, source]) => source))].sort());
  expect(sources).toEqual([[CHOSEN], [TYPED, PASTE], [TYPED, PASTE, UNDONE, PROGRAM]]);
  expect(sources.flat()).not.toContain(SAVE);
  expect(history.questions[1]?.pasted_chars).toBe([...PASTED].length);
  await expect(page.getByText(`${history.head.slice(0, 16)}…`)).toBeVisible();

  // A tab of its own: this one shows the receipt.
  const admin = await page.context().newPage();
  await signIn(admin, server);
  await admin.goto(`${server.url}/admin?tab=results&history=${id}&question=essay`);
  const text = admin.getByRole("region", { name: /^The answer of / });
  await expect(text).toHaveText(essay);
  await admin.keyboard.press("Home");
  await expect(text).toHaveText("No answer yet");
  await admin.keyboard.press("End");
  await expect(text).toHaveText(essay);
  await admin.keyboard.press("Home");
  await admin.keyboard.press("p");
  await expect(text).toHaveText(`Explain first. ${PASTED}`);
  await expect(admin.getByRole("button", { name: new RegExp(`^${[...PASTED].length} characters pasted at `) })).toBeVisible();
  await admin.getByRole("button", { name: "Compare from here" }).click();
  await admin.keyboard.press("End");
  await expect(text.getByRole("insertion")).toHaveText("Then measure");
  expect(await axe(admin)).toEqual([]);
  await admin.getByRole("button", { name: "Stop comparing" }).click();
  await admin.getByLabel("Speed").selectOption("x32");
  await admin.keyboard.press("Home");
  await admin.getByRole("button", { name: "Play" }).click();
  await expect(admin.getByRole("button", { name: "Play" })).toBeVisible();
  await expect(text).toHaveText(essay);

  await admin.getByLabel("Question").selectOption({ index: 2 });
  await expect(text).toHaveText(/# Begin here\nprint\(1\)$/);
  await text.press("Home");
  await expect(text).toHaveText("No answer yet");
});

test("a test that keeps saves is played from save to save", async ({ page, server }) => {
  const api = await Api.signIn(server);
  const { token } = await api.invite(await makeTest(api, "saves"), "cara@example.org", "Cara Candidate");
  await page.goto(`${server.url}/take-test/${token}`);
  await expect(page.getByText("Every version of your answer is kept, including text you delete.")).toBeVisible();
  await page.getByRole("button", { name: "Start Test" }).click();
  await page.getByRole("button", { name: "Next" }).click();
  const essay = page.getByRole("textbox", { name: /answer/i });
  for (const words of ["First words.", "Other words.", "Last words."]) {
    const reply = page.waitForResponse((response) => Boolean(response.request().postData()?.includes(words)));
    await essay.fill(words);
    await reply;
  }
  await page.getByRole("button", { name: "Next" }).click();
  await submit(page);
  await expect(page.getByText("Proof of your answers")).toBeVisible();

  // A tab of its own: this one shows the receipt.
  const admin = await page.context().newPage();
  await signIn(admin, server);
  await admin.goto(`${server.url}/admin?tab=results`);
  await admin.getByRole("button", { name: "View Details" }).first().click();
  await admin.getByRole("link", { name: "History" }).click();
  const text = admin.getByRole("region", { name: /^The answer of / });
  await expect(text).toHaveText("Last words.");
  await admin.keyboard.press("Home");
  await expect(text).toHaveText("No answer yet");
  for (const words of ["First words.", "Other words.", "Last words."]) {
    await admin.keyboard.press("ArrowRight");
    await expect(text).toHaveText(words);
  }
  await admin.keyboard.press("ArrowLeft");
  await expect(text).toHaveText("Other words.");
  await admin.getByRole("button", { name: "Back" }).click();
  await expect(admin.getByRole("dialog").getByRole("link", { name: "History" })).toBeVisible();
});
