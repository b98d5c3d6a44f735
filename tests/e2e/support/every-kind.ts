// Every kind of question on a page that others write into: how it is written and how it is answered.

import { existsSync } from "node:fs";
import { expect, type Locator, type Page } from "@playwright/test";
import type { Api } from "./api.ts";
import { said, saying } from "./foreign.ts";

export const ESSAY = "I look at the slow query log first.";
export const CODE = "print(42)";
export const MINUTES = 30;
/** Code is run, too: a runner that looks for every language costs a start some seconds. */
export const RUNS_CODE = Boolean(process.env.INVIGIL_FOREIGN) && existsSync("/usr/bin/python3");

export const field = (within: Page | Locator, name: string) => within.getByRole("textbox", { name: said(name) });
export const button = (within: Page | Locator, name: string) => within.getByRole("button", { name: said(name) });

/** Types like a person, and what was typed stays. */
async function types(field: Locator, text: string): Promise<void> {
  await field.pressSequentially(text);
  await expect(field).toHaveValue(text);
}

/** Each kind of question, in the order of the paper: how it is answered, and what the server has then. */
export const ANSWERS: [write: (page: Page) => Promise<unknown>, stored: string][] = [
  [(page) => page.getByRole("radio", { name: said("4") }).check(), "4"],
  [
    async (page) => {
      for (const name of ["two", "three"]) await page.getByRole("checkbox", { name: said(name) }).check();
    },
    '["o1","o2"]',
  ],
  [(page) => types(page.getByRole("textbox", { name: "Your answer" }), "1.5 kg"), "1.5 kg"],
  [(page) => types(page.getByRole("textbox", { name: "Your answer" }), "git log"), "git log"],
  [
    async (page) => {
      await types(page.getByRole("textbox", { name: "Gap 1 of 3" }), "100");
      await types(page.getByRole("textbox", { name: "Gap 2 of 3" }), "Paris");
      await page.getByRole("combobox", { name: "Gap 3 of 3" }).selectOption("o1");
    },
    '{"g1":"100","g2":"Paris","g3":"o1"}',
  ],
  [(page) => types(page.getByRole("textbox", { name: /answer/i }), ESSAY), ESSAY],
  [
    async (page) => {
      const items = page.getByRole("main").getByRole("listitem");
      for (const [item, to] of [["one", 0], ["ten", 1]] as const) {
        await expect(async () => {
          const now = (await items.allInnerTexts()).findIndex((text) => new RegExp(`\\b${item}\\b`).test(text));
          if (now > to) await page.getByRole("button", { name: `Move up ${item}` }).press("ArrowUp");
          expect(now).toBe(to);
        }).toPass();
      }
      const confirm = button(page, "Confirm this order");
      if (await confirm.isVisible()) await confirm.click();
    },
    '["b","c","a"]',
  ],
  [
    async (page) => {
      await page.getByRole("combobox", { name: "France" }).selectOption("r1");
      await page.getByRole("combobox", { name: "Spain" }).selectOption("r3");
    },
    '{"l1":"r1","l2":"r3"}',
  ],
  [
    async (page) => {
      const editor = page.locator(".cm-content");
      // Text goes to the element that has the focus, which the click gives only once the editor is ready.
      await expect(async () => {
        await editor.click();
        await expect(editor).toBeFocused({ timeout: 1_000 });
      }).toPass();
      await page.keyboard.insertText(CODE);
      await expect(editor).toContainText(CODE);
      if (!RUNS_CODE) return;
      // The runner starts meanwhile, and on a busy machine a run waits for those of others.
      const timeout = 100_000;
      await button(page, "Run tests").click({ timeout });
      await expect(page.getByText(saying("1 of 1 tests passed"))).toBeVisible({ timeout });
    },
    CODE,
  ],
];

const option = (id: string, text: string) => ({ id, text });

/** A test with a question of each kind, in three sections. */
export async function everyKind(api: Api, title: string, language?: string): Promise<string> {
  const ask = (id: string, type: string, question: string, rest: object = {}) => ({
    question: { id, type, question, points: 2, ...rest },
  });
  const sections = [
    {
      title: "Choices",
      time_minutes: 20,
      one_way: true,
      items: [
        ask("choice", "multiple_choice", "What does two and two make?", { options: ["3", "4", "5"], correct_answer: "4" }),
        ask("several", "multiple_response", "Which are prime?", {
          options: [option("o1", "two"), option("o2", "three"), option("o3", "four")],
          correct_answers: ["o1", "o2"],
        }),
        ask("number", "numeric", "How heavy is it?", { correct_number: "1.5", unit: "kg" }),
      ],
    },
    {
      title: "Words",
      items: [
        ask("short", "short_text", "Which command shows the history?", { accepted: ["git log"] }),
        ask("gaps", "gaps", "Water boils at [[g1]] degrees in [[g2]], which is a [[g3]] of France.", {
          gaps: [
            { id: "g1", kind: "number", correct_number: "100" },
            { id: "g2", kind: "text", accepted: ["Paris"] },
            { id: "g3", kind: "choice", options: [option("o1", "city"), option("o2", "river")], correct_answer: "o1" },
          ],
        }),
        ask("essay", "essay", "How do you find a slow query?"),
      ],
    },
    {
      title: "Orders",
      items: [
        ask("order", "ordering", "Smallest first", {
          options: [option("a", "hundred"), option("b", "one"), option("c", "ten")],
          order: ["b", "c", "a"],
        }),
        ask("pairs", "matching", "Capitals", {
          prompts: [option("l1", "France"), option("l2", "Spain")],
          options: [option("r1", "Paris"), option("r2", "Madrid"), option("r3", "Rome")],
          pairs: { l1: "r1", l2: "r2" },
        }),
        ask("code", "coding", "Print the answer.", {
          expected_language: "Python",
          tests: [{ input: "", output: "42", visible: true }],
        }),
      ],
    },
  ];
  const test = await api.send<{ id: string }>("POST", "/tests", { title, duration_minutes: MINUTES, sections, ...(language && { language }) });
  return test.id;
}

/** What an author writes into the form of each kind. */
export const FORMS: Record<string, (page: Page) => Promise<void>> = {
  multiple_choice: async (page) => {
    for (const [n, text] of ["three", "four"].entries()) await page.getByPlaceholder(`Option ${n + 1}`).fill(text);
    await page.getByRole("radio", { name: saying("Option 2 is the correct answer") }).check();
  },
  multiple_response: async (page) => {
    for (const [n, text] of ["two", "three", "four"].entries()) await field(page, `Option ${n + 1}`).fill(text);
    for (const n of [1, 2]) await page.getByRole("checkbox", { name: saying(`Option ${n} is correct`) }).check();
  },
  short_text: (page) => field(page, "Accepted answer 1").fill("git log"),
  gaps: async (page) => {
    const first = page.getByRole("region", { name: "Gap 1" });
    await first.getByRole("combobox", { name: said("Filled in with") }).selectOption("number");
    await field(first, "Correct number").fill("100");
    await field(page.getByRole("region", { name: "Gap 2" }), "Accepted answer 1").fill("Paris");
  },
  essay: async () => undefined,
  coding: async (page) => {
    await page.getByRole("combobox", { name: said("Expected language") }).selectOption("Rust");
  },
  numeric: async (page) => {
    await field(page, "Correct number").fill("1.5");
    await field(page, "Unit").fill("kg");
  },
  ordering: async (page) => {
    for (const [n, text] of ["one", "ten"].entries()) await field(page, `Item ${n + 1}`).fill(text);
  },
  matching: async (page) => {
    for (const [n, [prompt, match]] of [["France", "Paris"], ["Spain", "Madrid"]].entries()) {
      await field(page, `Prompt ${n + 1}`).fill(prompt ?? "");
      await field(page, `Match of prompt ${n + 1}`).fill(match ?? "");
    }
  },
};
export const KINDS = Object.keys(FORMS);
export const asked = (kind: string) => (kind === "gaps" ? "Water boils at [[g1]] in [[g2]]." : `What about ${kind}?`);
