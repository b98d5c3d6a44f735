// A test that its author has translated: taken in the other language, switched in the middle, and scored by the one key.

import type { Page } from "@playwright/test";
import { Api } from "./support/api.ts";
import { axe } from "./support/axe.ts";
import { expect, signIn, test, watch } from "./support/fixtures.ts";
import { submit } from "./support/take.ts";

const option = (id: string, text: string) => ({ id, text });

const SECTION = {
  title: "Basics",
  instructions: "Read the memo first.",
  passages: [{ id: "memo", title: "The memo", text: "The office moves to Oslo." }],
  items: [
    {
      passage: "memo",
      question: {
        id: "choice",
        type: "multiple_choice",
        question: "Where does the office move?",
        points: 2,
        options: ["To Rome", "To Oslo", "To Bern"],
        correct_answer: "To Oslo",
      },
    },
    {
      question: {
        id: "several",
        type: "multiple_response",
        question: "Which are **prime**?",
        format: "markdown",
        points: 2,
        options: [option("o1", "two"), option("o2", "*three*"), option("o3", "four")],
        correct_answers: ["o1", "o2"],
      },
    },
    { question: { id: "short", type: "short_text", question: "Which command shows the history?", points: 2, accepted: ["git log"] } },
    {
      question: {
        id: "gaps",
        type: "gaps",
        question: "Water boils at [[g1]] degrees, and Paris is a [[g2]].",
        points: 2,
        gaps: [
          { id: "g1", kind: "number", correct_number: "100" },
          { id: "g2", kind: "choice", options: [option("o1", "city"), option("o2", "river")], correct_answer: "o1" },
        ],
      },
    },
    {
      question: {
        id: "pairs",
        type: "matching",
        question: "Capitals",
        points: 2,
        prompts: [option("l1", "France"), option("l2", "Spain")],
        options: [option("r1", "Paris"), option("r2", "Madrid")],
        pairs: { l1: "r1", l2: "r2" },
      },
    },
  ],
};

/** By their sources. The third question and the title of the passage stay in English. */
const GERMAN: Record<string, string> = {
  "Moving house": "Der Umzug",
  "A few questions about a move.": "Einige Fragen zu einem Umzug.",
  Basics: "Grundlagen",
  "Read the memo first.": "Lesen Sie zuerst die Notiz.",
  "The office moves to Oslo.": "Das Büro zieht nach Oslo.",
  "Where does the office move?": "Wohin zieht das Büro?",
  "To Rome": "Nach Rom",
  "To Oslo": "Nach Oslo, in Norwegen",
  "To Bern": "Nach Bern",
  "Which are **prime**?": "Welche sind **Primzahlen**?",
  two: "zwei",
  "*three*": "*drei*",
  four: "vier",
  "Water boils at [[g1]] degrees, and Paris is a [[g2]].": "Paris ist [[g2]], und Wasser siedet bei [[g1]] Grad.",
  city: "eine Stadt",
  river: "ein Fluss",
  Capitals: "Hauptstädte",
  France: "Frankreich",
  Spain: "Spanien",
  Paris: "Paris in Frankreich",
  Madrid: "Madrid in Spanien",
};

interface SourceText {
  part: string;
  of: string;
  at: string;
  source: string;
  source_hash: string;
}

/** The test in English, with its translation into German. */
async function translated(api: Api): Promise<string> {
  const description = "A few questions about a move.";
  const { id } = await api.send<{ id: string }>("POST", "/tests", {
    title: "Moving house",
    description,
    language: "en",
    duration_minutes: 30,
    sections: [SECTION],
  });
  const { texts } = await api.get<{ texts: SourceText[] }>(`/tests/${id}/translations`);
  expect(texts.map(({ source }) => source)).toEqual(expect.arrayContaining(Object.keys(GERMAN)));
  const german = texts.flatMap(({ source, part, of, at, source_hash }) => {
    const text = GERMAN[source];
    return text ? [{ part, of, at, source_hash, text }] : [];
  });
  await api.send("PUT", `/tests/${id}/translations/de`, { version: 0, texts: german });
  return id;
}

const choose = (page: Page, name: "Language" | "Sprache", tag: string) =>
  page.getByRole("combobox", { name, exact: true }).selectOption(tag);

/** The language of the page, and the one that is said of a text in it. */
async function reads(page: Page, text: string, lang: string): Promise<void> {
  const spoken = page.getByText(text, { exact: true }).filter({ visible: true }).first();
  await expect(spoken).toBeVisible();
  expect(await spoken.evaluate((element) => element.closest("[lang]")?.getAttribute("lang"))).toBe(lang);
}

async function next(page: Page, name: "Weiter" | "Next", heading: string): Promise<void> {
  await page.getByRole("button", { name, exact: true }).click();
  await expect(page.getByRole("heading", { name: heading, exact: true })).toBeFocused();
}

test("a test is taken in the language of its translation, and on in another", async ({ browser, page, server, complaints }) => {
  const api = await Api.signIn(server);
  const invite = await api.invite(await translated(api), "cara@example.org", "Cara Candidate");
  const context = await browser.newContext({ locale: "de-DE", viewport: { width: 1280, height: 900 } });
  watch(context, complaints, server);
  const candidate = await context.newPage();

  // The test addresses its candidates in English; those who read German choose it.
  await candidate.goto(`${server.url}/test-invite/${invite.token}`);
  await expect(candidate.getByRole("heading", { name: "Moving house" })).toBeVisible();
  await reads(candidate, "Moving house", "en");
  await choose(candidate, "Language", "de");
  await expect(candidate.getByRole("heading", { name: "Der Umzug" })).toBeVisible();
  await reads(candidate, "Einige Fragen zu einem Umzug.", "de");
  await candidate.goto(`${server.url}/take-test/${invite.token}`);
  await expect(candidate.getByRole("heading", { name: "Der Umzug" })).toBeVisible();
  await expect(candidate).toHaveTitle(/Der Umzug/);
  await candidate.getByRole("button", { name: "Test beginnen" }).click();
  await expect(candidate.getByText("Frage 1 von 5").first()).toBeVisible();

  await reads(candidate, "Wohin zieht das Büro?", "de");
  await reads(candidate, "Das Büro zieht nach Oslo.", "de");
  await reads(candidate, "Lesen Sie zuerst die Notiz.", "de");
  await reads(candidate, "The memo", "en");
  await candidate.getByRole("radio", { name: "Nach Oslo, in Norwegen" }).check();
  expect(await axe(candidate)).toEqual([]);
  await next(candidate, "Weiter", "Frage 2");
  await expect(candidate.locator("#question-text strong")).toHaveText("Primzahlen");
  for (const name of ["zwei", "drei"]) await candidate.getByRole("checkbox", { name, exact: true }).check();
  await next(candidate, "Weiter", "Frage 3");

  // Not translated: an English question on a German page.
  await expect(candidate.locator("html")).toHaveAttribute("lang", "de");
  await reads(candidate, "Which command shows the history?", "en");
  await candidate.getByRole("textbox", { name: "Ihre Antwort" }).fill("git log");
  await next(candidate, "Weiter", "Frage 4");
  const gap = (name: string) => candidate.getByRole("textbox", { name, exact: true });
  await gap("Lücke 1 von 2").fill("100");
  await candidate.getByRole("combobox", { name: "Lücke 2 von 2" }).selectOption({ label: "eine Stadt" });
  await expect(candidate.getByText(/Paris ist/)).toBeVisible();

  // The other language is there without a network, with what was answered.
  await context.setOffline(true);
  await choose(candidate, "Sprache", "en");
  await expect(candidate.getByText(/Water boils at/)).toBeVisible();
  await expect(candidate.getByText(/Paris ist/)).toHaveCount(0);
  await expect(gap("Gap 1 of 2")).toHaveValue("100");
  const list = candidate.getByRole("combobox", { name: "Gap 2 of 2" });
  await expect(list).toHaveValue("o1");
  await expect(list.getByRole("option", { name: "city", exact: true })).toHaveCount(1);
  await context.setOffline(false);
  await next(candidate, "Next", "Question 5");
  await candidate.getByRole("combobox", { name: "France" }).selectOption({ label: "Paris" });
  await candidate.getByRole("combobox", { name: "Spain" }).selectOption({ label: "Madrid" });

  // An option that was chosen in German is chosen in English.
  await candidate.getByRole("button", { name: /^All questions/ }).click();
  await candidate.getByRole("dialog").getByRole("button", { name: /^Question 1/ }).click();
  await expect(candidate.getByRole("radio", { name: "To Oslo", exact: true })).toBeChecked();
  for (let number = 2; number <= 5; number++) await next(candidate, "Next", `Question ${number}`);
  await expect(candidate.getByText(/Saved on the server at/).filter({ visible: true })).toBeVisible();
  await submit(candidate);
  await expect(candidate.getByText(/Score: 100%/).first()).toBeVisible();
  await reads(candidate, "Moving house", "en");
  await choose(candidate, "Language", "de");
  await reads(candidate, "Der Umzug", "de");
  await context.close();

  const { results } = await api.get<{ results: { submission_id: string }[] }>("/results");
  expect(results).toHaveLength(1);
  const detail = await api.get<{ answers: { answer: string; earned: number }[] }>(`/results/${results[0]?.submission_id}`);
  expect(detail.answers.map(({ answer, earned }) => [answer, earned])).toEqual([
    ["To Oslo", 2],
    ['["o1","o2"]', 2],
    ["git log", 2],
    ['{"g1":"100","g2":"o1"}', 2],
    ['{"l1":"r1","l2":"r2"}', 2],
  ]);

  // Staff reads what the author wrote.
  await signIn(page, server);
  await page.getByRole("tab", { name: /Results/ }).click();
  await page.getByRole("button", { name: "View Details" }).first().click();
  const answers = page.getByRole("dialog").getByRole("article");
  await expect(answers).toHaveCount(5);
  await expect(answers.nth(0)).toContainText("To Oslo");
  await expect(answers.nth(0)).toContainText("2 of 2 points");
  await expect(page.getByRole("dialog").getByText("Nach Oslo, in Norwegen")).toHaveCount(0);
});
