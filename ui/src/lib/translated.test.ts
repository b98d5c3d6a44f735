import { describe, expect, it } from "vitest";
import type { CandidateQuestion, Choice } from "@/api/questions";
import type { PaperPart, Passage, TestIntro } from "@/api/types";
import {
  type Languages,
  shownDescription,
  shownInstructions,
  shownPassage,
  shownTitle,
  takenTitle,
} from "./translated";
import { shownQuestion } from "./translated-question";

const GERMAN: Languages = { page: "de", source: "en" };
const FRENCH: Languages = { page: "fr", source: "en" };
/** As the API's description has it. */
const rich = (text: string) => ({ rich: [{ p: [{ t: text }] }] }) as unknown as Record<string, never>;
const choices = (...texts: string[]): Choice[] => texts.map((text, index) => ({ id: `o${index + 1}`, text }));

const asked = (rest: Partial<CandidateQuestion>): CandidateQuestion => ({
  id: "q",
  type: "essay",
  question: "Why?",
  points: 1,
  ...rest,
});

describe("a question", () => {
  it("of one choice keeps its answers, and is shown with other words", () => {
    const question = asked({
      type: "multiple_choice",
      options: ["yes", "no"],
      translations: { de: { question: "Warum?", options: ["ja", "nein"] } },
    });
    const shown = shownQuestion(question, GERMAN);
    expect(shown).toMatchObject({ id: "q", question: "Warum?", lang: "de" });
    expect(shown.options).toEqual(["yes", "no"]);
    expect(shown.labels).toEqual(["ja", "nein"]);
  });

  it("of one choice in Markdown has the trees of its translation", () => {
    const question = asked({
      type: "multiple_choice",
      format: "markdown",
      content: rich("Why?"),
      options: ["**yes**", "no"],
      option_contents: [rich("yes"), rich("no")],
      translations: {
        de: {
          question: "Warum?",
          content: rich("Warum?"),
          options: ["**ja**", "nein"],
          option_contents: [rich("ja"), rich("nein")],
        },
      },
    });
    const shown = shownQuestion(question, GERMAN);
    expect(shown.content).toEqual(rich("Warum?"));
    expect(shown.option_contents).toEqual([rich("ja"), rich("nein")]);
    expect(shown.options).toEqual(["**yes**", "no"]);
  });

  it.each<Partial<CandidateQuestion>>([
    { type: "multiple_response", options: choices("red", "blue") },
    { type: "ordering", options: choices("red", "blue") },
    { type: "matching", options: choices("red", "blue"), prompts: choices("blood", "sky") },
  ])("of $type has its ids in the other language", (own) => {
    const options = choices("rot", "blau");
    const prompts = choices("Blut", "Himmel");
    const other = { question: "Warum?", options, ...(own.prompts && { prompts }) };
    const shown = shownQuestion(asked({ ...own, translations: { de: other } }), GERMAN);
    expect(shown.options).toEqual(options);
    expect(shown.prompts).toEqual(own.prompts && prompts);
    expect(shown.labels).toBeUndefined();
  });

  it("with gaps has all of them, and the options of those by choice", () => {
    const gaps: CandidateQuestion["gaps"] = [
      { id: "g1", kind: "text" },
      { id: "g2", kind: "choice", options: choices("in", "on") },
    ];
    const translated = [{ id: "g2", kind: "choice" as const, options: choices("im", "am") }];
    const question = asked({
      type: "gaps",
      question: "[[g1]] is [[g2]] it",
      gaps,
      translations: { de: { question: "[[g1]] ist [[g2]] Fall", gaps: translated } },
    });
    const shown = shownQuestion(question, GERMAN);
    expect(shown.question).toBe("[[g1]] ist [[g2]] Fall");
    expect(shown.gaps).toEqual([gaps[0], translated[0]]);
  });

  it.each(["short_text", "numeric", "essay", "coding"] as const)("of %s is its text alone", (type) => {
    const starter_code = { Rust: "fn main() {}" };
    const own = asked({ type, starter_code, translations: { de: { question: "Warum?" } } });
    expect(shownQuestion(own, GERMAN)).toEqual({
      ...own,
      question: "Warum?",
      content: undefined,
      lang: "de",
    });
  });

  it("is the original where the language has no translation of all of it", () => {
    const options = choices("red", "blue");
    const part = { de: { question: "Warum?", options: choices("rot") } };
    const incomplete = asked({ type: "ordering", options, translations: part });
    expect(shownQuestion(incomplete, GERMAN)).toEqual({ ...incomplete, lang: "en" });
    const without = asked({ type: "ordering", options, translations: { de: { question: "Warum?" } } });
    expect(shownQuestion(without, GERMAN).question).toBe("Why?");
    const complete = asked({ translations: { de: { question: "Warum?" } } });
    expect(shownQuestion(complete, FRENCH)).toMatchObject({ question: "Why?", lang: "en" });
    expect(shownQuestion(asked({}), { page: "de", source: undefined }).lang).toBeUndefined();
  });

  it("knows no language by what every object has", () => {
    const question = asked({ translations: {} });
    expect(shownQuestion(question, { page: "constructor", source: "en" }).question).toBe("Why?");
  });
});

describe("a text beside the questions", () => {
  it("is translated by itself", () => {
    const test: Pick<TestIntro, "title" | "description" | "description_content" | "translations"> = {
      title: "Colours",
      description: "What you **see**",
      description_content: rich("What you see"),
      translations: { de: { title: "Farben" } },
    };
    expect(shownTitle(test, GERMAN)).toEqual({ source: "Farben", content: undefined, lang: "de" });
    expect(shownDescription(test, GERMAN)).toEqual({
      source: "What you **see**",
      content: rich("What you see"),
      lang: "en",
    });
    expect(shownTitle(test, FRENCH)).toEqual({ source: "Colours", content: undefined, lang: "en" });
  });

  it("of a test that was taken is in the language of the page", () => {
    const test = {
      test_title: "Colours",
      test_language: "de",
      test_translations: { en: { title: "Colors" } },
    };
    expect(takenTitle(test)).toMatchObject({ source: "Colors", lang: "en" });
    expect(takenTitle({ test_title: "Farben", test_language: "de" })).toMatchObject({
      source: "Farben",
      lang: "de",
    });
  });

  it("of a section or a passage has its own tree", () => {
    const section: PaperPart = {
      questions: 1,
      title: "One",
      instructions: "Read",
      translations: { de: { instructions: "*Lies*", instructions_content: rich("Lies") } },
    };
    expect(shownInstructions(section, GERMAN)).toEqual({
      source: "*Lies*",
      content: rich("Lies"),
      lang: "de",
    });
    expect(shownTitle(section, GERMAN).lang).toBe("en");
    const passage: Passage = {
      id: "p",
      text: "*A*",
      content: rich("A"),
      translations: { de: { text: "B" } },
    };
    expect(shownPassage(passage, GERMAN)).toEqual({ source: "B", content: undefined, lang: "de" });
    expect(shownTitle(passage, GERMAN).source).toBe("");
  });
});
