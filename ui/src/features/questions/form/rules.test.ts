import { describe, expect, it } from "vitest";
import {
  equalOptions,
  OPTIONS_MIN,
  withOption,
  withoutOption,
  withPinned,
} from "@/features/question-kinds/multiple-choice/key";
import {
  blankDraft,
  draftOf,
  isWritten,
  minutesPerQuestion,
  newQuestionId,
  type QuestionDraft,
  toQuestion,
  validateQuestion,
  wholeNumber,
} from "./rules";

const choice = (changes: Partial<QuestionDraft> = {}): QuestionDraft => ({
  ...blankDraft("1"),
  question: "Which is a fruit?",
  options: ["Apple", "Brick", "", ""],
  correct_answer: "Apple",
  ...changes,
});

describe("validateQuestion", () => {
  it.each<[string, Partial<QuestionDraft>, string | null]>([
    ["accepts two options and a correct answer", {}, null],
    ["wants a text", { question: " \n" }, "text"],
    ["wants two options", { options: ["Apple", " ", "", ""] }, "few_options"],
    ["requires options that differ after trimming", { options: ["Apple", "Apple ", "", ""] }, "same_options"],
    ["wants a mark", { correct_answer: "" }, "no_answer"],
    ["requires a correct answer among the options", { correct_answer: "Pear" }, "foreign_answer"],
    ["wants points above 0", { points: "0" }, "points"],
    ["wants points up to 100", { points: "101" }, "points"],
    ["wants whole points", { points: "1.5" }, "points"],
    ["takes 100 points", { points: "100" }, null],
    ["ignores options of an essay", { type: "essay", options: [], correct_answer: "" }, null],
    ["requires a language for code", { type: "coding", expected_language: "" }, "language"],
  ])("%s", (_, changes, problem) => {
    expect(validateQuestion(choice(changes))).toBe(problem);
  });
});

describe("toQuestion", () => {
  it("keeps the fields of the type and drops the rest", () => {
    expect(toQuestion(choice())).toEqual({
      id: "1",
      type: "multiple_choice",
      question: "Which is a fruit?",
      points: 1,
      options: ["Apple", "Brick"],
      correct_answer: "Apple",
    });
    expect(toQuestion(choice({ type: "essay" }))).toEqual({
      id: "1",
      type: "essay",
      question: "Which is a fruit?",
      points: 1,
    });
    expect(toQuestion(choice({ type: "coding", expected_language: "Rust" }))).toEqual({
      id: "1",
      type: "coding",
      question: "Which is a fruit?",
      points: 1,
      expected_language: "Rust",
    });
  });
  it("is the inverse of draftOf", () => {
    const question = toQuestion(choice());
    expect(toQuestion(draftOf(question))).toEqual(question);
  });
});

describe("isWritten", () => {
  it("distinguishes an edited form from an untouched one", () => {
    expect(isWritten(blankDraft("1"), null)).toBe(false);
    expect(isWritten({ ...blankDraft("1", "coding"), points: "7" }, null)).toBe(false);
    expect(isWritten(choice({ question: "" }), null)).toBe(true);
    const question = toQuestion(choice());
    expect(isWritten(draftOf(question), question)).toBe(false);
    expect(isWritten({ ...draftOf(question), points: "2" }, question)).toBe(true);
  });
});

describe("options", () => {
  it("lose the correct answer when that option is edited", () => {
    expect(withOption(choice(), 0, "Apples").correct_answer).toBe("");
    expect(withOption(choice(), 1, "Bricks").correct_answer).toBe("Apple");
    expect(withOption(choice({ correct_answer: "" }), 2, "x").correct_answer).toBe("");
  });
  it("that are equal are found while typing", () => {
    expect([...equalOptions(["Apple", "Brick", "", ""])]).toEqual([]);
    expect([...equalOptions(["Apple", "Brick", " Apple", ""])]).toEqual([0, 2]);
  });
  it("are never fewer than two", () => {
    const two = choice({ options: ["Apple", "Brick"] });
    expect(withoutOption(two, 0)).toEqual(two);
    const three = choice({ options: ["Apple", "Brick", "Cloud"] });
    expect(withoutOption(three, 0)).toMatchObject({ options: ["Brick", "Cloud"], correct_answer: "" });
    expect(withoutOption(three, 0).options).toHaveLength(OPTIONS_MIN);
  });

  it("keeps the place of a pinned option while its text is edited, until it is removed", () => {
    const pinned = withPinned(choice({ options: ["Apple", "Brick", "Cloud"] }), "Cloud", true);
    const renamed = withOption(pinned, 2, "All of them");
    expect(toQuestion(renamed)).toMatchObject({ pinned_options: ["All of them"] });
    expect(draftOf(toQuestion(renamed)).pinned_options).toEqual(["All of them"]);
    expect(toQuestion(withoutOption(renamed, 2))).not.toHaveProperty("pinned_options");
    expect(toQuestion(withPinned(renamed, "All of them", false))).not.toHaveProperty("pinned_options");
  });
});

describe("lists of questions", () => {
  it("get unique ids", () => {
    expect(newQuestionId(["5", "6"], 5)).toBe("7");
    expect(newQuestionId([], 5)).toBe("5");
  });
  it("divide the minutes", () => {
    expect(minutesPerQuestion(60, 0)).toBe(0);
    expect(minutesPerQuestion(60, 7)).toBe(9);
  });
});

describe("wholeNumber", () => {
  it.each([
    ["60", 60],
    [" 7 ", 7],
    ["480", 480],
    ["481", null],
    ["0", null],
    ["1e2", null],
    ["-3", null],
    ["", null],
  ])("%j is %j", (text, value) => {
    expect(wholeNumber(text, 1, 480)).toBe(value);
  });
});
