// The translations of a test as authors write them: typed beside the originals, marked when one of these changes, and saved over
// nothing that another administrator saved meanwhile.

import type { Page } from "@playwright/test";
import { Api } from "./support/api.ts";
import { axe } from "./support/axe.ts";
import { expect, signIn, test, watch } from "./support/fixtures.ts";

const BEA = { email: "bea@example.org", full_name: "Bea Second", password: "correct horse battery" };

const CHOICE = {
  id: "choice",
  type: "multiple_choice",
  question: "Where does the office move?",
  points: 2,
  options: ["To Rome", "To Oslo", "To Bern"],
  correct_answer: "To Oslo",
};
const ESSAY = { id: "essay", type: "essay", question: "How do you pack?", points: 3 };
const OPTIONS = ["Nach Rom", "Nach Oslo", "Nach Bern"];

interface Texts {
  languages: { language: string; version: number }[];
  texts: {
    part: string;
    of: string;
    at: string;
    source_hash: string;
    translations: Record<string, { text: string }>;
  }[];
}

const group = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const field = (page: Page, of: string, name: string) =>
  group(page, of).getByRole("textbox", { name: `${name}, Deutsch`, exact: true });
const german = (page: Page) => page.getByRole("checkbox", { name: /Deutsch/ });
const saveButton = (page: Page) => page.getByRole("button", { name: "Save translations", exact: true });

async function save(page: Page): Promise<void> {
  await saveButton(page).click();
  await expect(saveButton(page)).toBeDisabled();
}

/** Another administrator saves another title. */
async function retitle(api: Api, id: string, title: string): Promise<void> {
  const { languages, texts } = await api.get<Texts>(`/tests/${id}/translations`);
  const sent = texts.flatMap(({ part, of, at, source_hash, translations: { de } }) =>
    de ? [{ part, of, at, source_hash, text: part === "title" ? title : de.text }] : [],
  );
  await api.send("PUT", `/tests/${id}/translations/de`, { version: languages[0]?.version, texts: sent });
}

test("a test is translated, checked after a change, and merged with what another administrator saved", async ({
  browser,
  context,
  page,
  server,
  complaints,
}) => {
  const api = await Api.signIn(server);
  await api.send("POST", "/admin/create-admin", BEA);
  const bea = await Api.signIn(server, BEA.email, BEA.password);
  const { id } = await api.send<{ id: string }>("POST", "/tests", {
    title: "Moving house",
    description: "",
    language: "en",
    duration_minutes: 30,
    questions: [CHOICE, ESSAY],
  });

  // German is added, typed and saved.
  await signIn(page, server);
  await page.goto(`${server.url}/admin/tests/${id}/translations`);
  await expect(page.getByText("This test has no translations")).toBeVisible();
  await page.getByRole("combobox", { name: "Add a language" }).selectOption("de");
  await expect(german(page)).toBeChecked();
  await field(page, "Title and description", "Title").fill("Der Umzug");
  await field(page, "Question 1", "Question").fill("Wohin zieht das Büro?");
  for (const [place, text] of OPTIONS.entries())
    await field(page, "Question 1", `Option ${place + 1}`).fill(text);
  await expect(german(page)).toHaveAccessibleDescription(
    /5 of 6 translated, 1 missing · Not saved yet · Not saved$/,
  );
  expect(await axe(page)).toEqual([]);
  await save(page);
  await expect(german(page)).toHaveAccessibleDescription(/5 of 6 translated, 1 missing · Saved by Ada Admin/);
  await page.reload();
  await expect(field(page, "Title and description", "Title")).toHaveValue("Der Umzug");
  await expect(field(page, "Question 1", "Option 2")).toHaveValue("Nach Oslo");
  await expect(saveButton(page)).toBeDisabled();

  // The original changes in another tab: its translation is marked until it is found to be right.
  const other = await context.newPage();
  await other.goto(`${server.url}/admin/tests/${id}/questions?item=choice`);
  await other.getByRole("textbox", { name: "Question", exact: true }).fill("Where will the office move?");
  await other.getByRole("button", { name: "Update test", exact: true }).click();
  await expect(other.getByText("Test updated successfully!")).toBeVisible();
  await other.close();
  await page.reload();
  const marked = group(page, "Question 1").getByText("The source has changed since.");
  await expect(marked).toBeVisible();
  await expect(group(page, "Question 1")).toContainText("Where will the office move?");
  await expect(german(page)).toHaveAccessibleDescription(/4 of 6 translated, 1 changed, 1 missing/);
  await group(page, "Question 1")
    .getByRole("button", { name: /^Still right/ })
    .click();
  await expect(marked).toBeHidden();

  // Another administrator saves first: both texts are shown, and the chosen one is saved.
  await field(page, "Title and description", "Title").fill("Der große Umzug");
  await retitle(bea, id, "Das Büro zieht um");
  await saveButton(page).click();
  await expect(page.getByText(/changed the translation into Deutsch while you had it open/)).toBeVisible();
  const both = page.getByRole("group", { name: /^Title and description: Title, changed by both/ });
  await expect(both).toContainText("Der große Umzug");
  await expect(both).toContainText("Das Büro zieht um");
  await expect(both.getByRole("radio", { name: /^Your version/ })).toBeChecked();
  expect(await axe(page)).toEqual([]);
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(field(page, "Title and description", "Title")).toHaveValue("Der große Umzug");
  await save(page);
  await expect(german(page)).toHaveAccessibleDescription(/5 of 6 translated, 1 missing · Saved by Ada Admin/);
  const { texts } = await api.get<Texts>(`/tests/${id}/translations`);
  expect(texts.map(({ translations: { de } }) => de?.text)).toEqual([
    "Der große Umzug",
    "Wohin zieht das Büro?",
    ...OPTIONS,
    undefined,
  ]);

  // A candidate who reads German gets it, and the question that is not translated in English.
  const invite = await api.invite(id, "cara@example.org", "Cara Candidate");
  const reader = await browser.newContext({ locale: "de-DE", viewport: { width: 1280, height: 900 } });
  watch(reader, complaints, server);
  const candidate = await reader.newPage();
  await candidate.goto(`${server.url}/take-test/${invite.token}`);
  await candidate.getByRole("combobox", { name: "Language", exact: true }).selectOption("de");
  await expect(candidate.getByRole("heading", { name: "Der große Umzug" })).toBeVisible();
  await candidate.getByRole("button", { name: "Test beginnen" }).click();
  await expect(candidate.locator("#question-text")).toHaveText("Wohin zieht das Büro?");
  for (const name of OPTIONS) await expect(candidate.getByRole("radio", { name, exact: true })).toBeVisible();
  await candidate.getByRole("button", { name: "Weiter", exact: true }).click();
  await expect(candidate.locator("#question-text")).toHaveText("How do you pack?");
  await expect(candidate.locator("#question-text")).toHaveAttribute("lang", "en");
  await reader.close();
});
