import { describe, expect, it } from "vitest";
import type { Question } from "@/api/questions";
import type { SourceText } from "@/api/types";
import { shownQuestion } from "@/lib/translated-question";
import { backendTest } from "@/test/data";
import { askedIn, passageOfPool, readingOf } from "./reading";
import { keyOf } from "./texts-of-test";

const row = (part: SourceText["part"], at: string, source: string, german?: string): SourceText => ({
  part,
  of: part.startsWith("passage") ? "memo" : "q",
  at,
  ...(!part.startsWith("passage") && { number: 1 }),
  source,
  source_hash: "1111111111111111",
  max_characters: 200,
  translations: german ? { de: { text: german, state: "current" } } : {},
});
const choice: Question = {
  id: "q",
  type: "multiple_choice",
  question: "Where?",
  points: 1,
  options: ["Rome", "Oslo"],
  correct_answer: "Oslo",
};
const ROWS = [
  row("question", "", "Where?", "Wohin?"),
  row("option", "0", "Rome", "Rom"),
  row("option", "1", "Oslo", "Oslo in Norwegen"),
];
const german = (question: Question, texts = ROWS, edits = {}) =>
  readingOf({ question }, { texts, language: "en" }, "de", edits);
const shown = (question: Question, texts = ROWS, edits = {}) => {
  const reading = german(question, texts, edits);
  const translations = reading.question && { de: reading.question };
  const { tests: _, ...asked } = question;
  return shownQuestion({ ...asked, ...(translations && { translations }) }, reading);
};

describe("a question in another language", () => {
  it("is what candidates get", () => {
    expect(shown(choice)).toMatchObject({
      question: "Wohin?",
      lang: "de",
      options: ["Rome", "Oslo"],
      labels: ["Rom", "Oslo in Norwegen"],
    });
    expect(german(choice).lacks).toEqual({ unsaved: 0, changed: 0, missing: 0 });
  });

  it("keeps the words of an option that moves", () => {
    expect(shown({ ...choice, options: ["Oslo", "Rome"] }).labels).toEqual(["Oslo in Norwegen", "Rom"]);
  });

  it("is the original while a text lacks its translation, and says why", () => {
    const [, rome, oslo] = ROWS as [SourceText, SourceText, SourceText];
    const changed = { ...rome, translations: { de: { text: "Rom", state: "changed" as const } } };
    const partial = [row("question", "", "Where?"), changed, oslo];
    expect(german(choice, partial).lacks).toEqual({ unsaved: 0, changed: 1, missing: 1 });
    expect(shown(choice, partial)).toMatchObject({ question: "Where?", lang: "en" });
    // Written here and not saved: candidates do not have it yet.
    const draft = { ...choice, options: ["Rome", "Bern"] };
    expect(german(draft).lacks.unsaved).toBe(1);
    expect(shown(draft)).toMatchObject({ question: "Where?", lang: "en" });
  });

  it("takes what is typed and not saved", () => {
    const missing = row("question", "", "Where?");
    const edit = { text: " Wohin? ", hash: missing.source_hash, was: "", version: 0 };
    const texts = [missing, ...ROWS.slice(1)];
    expect(shown(choice, texts, { [keyOf(missing)]: edit }).question).toBe("Wohin?");
  });

  it("has its ids in gaps, options and prompts", () => {
    const options = [
      { id: "a", text: "cat" },
      { id: "b", text: "bird" },
    ];
    const gaps: Question = {
      id: "q",
      type: "gaps",
      question: "A [[g1]] has [[g2]].",
      points: 1,
      gaps: [
        { id: "g1", kind: "choice", options },
        { id: "g2", kind: "text" },
      ],
    };
    const texts = [
      row("question", "", "A [[g1]] has [[g2]].", "[[g2]] hat: [[g1]]."),
      row("gap_option", "g1/a", "cat", "die Katze"),
      row("gap_option", "g1/b", "bird", "der Vogel"),
    ];
    expect(shown(gaps, texts).gaps).toEqual([
      {
        id: "g1",
        kind: "choice",
        options: [
          { id: "a", text: "die Katze" },
          { id: "b", text: "der Vogel" },
        ],
      },
      { id: "g2", kind: "text" },
    ]);
    const match: Question = {
      ...gaps,
      type: "matching",
      question: "Match.",
      gaps: [],
      options,
      prompts: options,
    };
    const words = [
      row("question", "", "Match.", "Ordnen Sie zu."),
      ...options.flatMap(({ id, text }) => [
        row("prompt", id, text, `P ${text}`),
        row("option", id, text, `O ${text}`),
      ]),
    ];
    expect(shown(match, words)).toMatchObject({
      prompts: [{ text: "P cat" }, { text: "P bird" }],
      options: [{ text: "O cat" }, { text: "O bird" }],
    });
  });

  it("has each text of its passage by itself", () => {
    const passage = { id: "memo", title: "The memo", text: "We move.", format: "plain" as const };
    const texts = [
      ...ROWS,
      row("passage_title", "", "The memo", "Die Notiz"),
      row("passage", "", "We move."),
    ];
    const reading = readingOf({ question: choice, passage }, { texts }, "de");
    expect(reading.passage).toEqual({ title: "Die Notiz" });
    expect(reading.passageLacks).toEqual({ unsaved: 0, changed: 0, missing: 1 });
    expect(reading.question?.question).toBe("Wohin?");
  });
});

it("finds the fixed questions of a test", () => {
  expect([...askedIn(backendTest()).keys()]).toEqual(["question:q-1", "question:q-2", "question:q-3"]);
});

it("finds the passage that a question of a pool is about", () => {
  const section = { title: "", shuffle_questions: false, shuffle_options: false, one_way: false };
  const memo = { id: "memo", title: "The memo", text: "We move.", format: "plain" as const };
  const test = {
    ...backendTest(),
    sections: [
      {
        ...section,
        passages: [memo],
        items: [
          { pool: { tags: ["http", "cache"], draw: 1, points: 1 }, passage: "memo" },
          { pool: { question_ids: ["b-2"], draw: 1, points: 1 } },
        ],
      },
    ],
  };
  expect(passageOfPool(test, "b-1", ["cache", "http", "old"])).toEqual(memo);
  expect(passageOfPool(test, "b-2", ["http"])).toBeUndefined();
  expect(passageOfPool(test, "b-3", ["http"])).toBeUndefined();
});
