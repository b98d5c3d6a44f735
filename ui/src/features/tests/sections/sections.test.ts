import { describe, expect, it } from "vitest";
import type { Test } from "@/api/types";
import {
  contentOf,
  fixedQuestions,
  isDivided,
  itemsOf,
  type PoolItem,
  paperSize,
  readContent,
  type Section,
  sectionsOf,
  writeContent,
  written,
} from "@/features/questions/content/sections";
import { backendTest, questions } from "@/test/data";
import {
  detached,
  movedTo,
  undivided,
  withAdded,
  withCopy,
  withItem,
  withNewSection,
  withoutSection,
} from "./edits";
import { isTooSmall, poolProblems, poolWords } from "./pool";
import { refusedItems } from "./refused";

const [first, second, third] = questions as [
  Test["questions"][0],
  Test["questions"][0],
  Test["questions"][0],
];
const stored: Test = {
  ...backendTest(),
  questions: [first, second],
  sections: [
    {
      title: "Basics",
      shuffle_questions: true,
      shuffle_options: false,
      time_minutes: 20,
      one_way: true,
      items: [
        { question: first },
        { question_id: second.id, version: 3, question: second, newer_version: 5 },
      ],
    },
    {
      title: "",
      shuffle_questions: false,
      shuffle_options: true,
      one_way: false,
      items: [{ pool: { tags: ["sql", "joins"], draw: 2, points: 3, ready: 4 } }],
    },
  ],
};
const pool = (changes: Partial<PoolItem> = {}): PoolItem => ({
  kind: "pool",
  id: "p1",
  by: "tags",
  tags: ["sql"],
  question_ids: [],
  draw: "2",
  points: "3",
  ...changes,
});

describe("a copy of a question", () => {
  it("stands right below it, is marked, and is about the same passage", () => {
    const items = [{ ...written(first), passage: "m" }, written(second)];
    const [section] = withCopy([{ ...undivided([])[0], items } as Section], first.id, "9");
    expect(section?.items.map(({ id, passage }) => [id, passage])).toEqual([
      [first.id, "m"],
      ["9", "m"],
      [second.id, undefined],
    ]);
    const copy = section?.items[1];
    expect(copy?.kind === "written" && copy.question).toEqual({
      ...first,
      id: "9",
      question: `${first.question} (Copy)`,
    });
  });
});

describe("the sections of a test", () => {
  it("are none in a plain test, which is sent as ever", () => {
    const content = readContent(backendTest());
    expect(content).toEqual({ questions, sections: undefined });
    expect(isDivided(content)).toBe(false);
    expect(writeContent(content, false)).toEqual({ questions });
    expect(writeContent(content, true).sections).toMatchObject([
      { title: "", items: questions.map((question) => ({ question })) },
    ]);
  });

  it("are read and sent without loss", () => {
    const content = readContent(stored);
    expect(isDivided(content)).toBe(true);
    expect(itemsOf(content)).toMatchObject([
      { kind: "written", id: first.id },
      { kind: "pinned", id: second.id, version: 3 },
      { kind: "pool", by: "tags", tags: ["sql", "joins"], draw: "2", points: "3" },
    ]);
    expect(fixedQuestions(content)).toEqual([first, second]);
    expect(paperSize(content)).toEqual({ questions: 4, points: first.points + second.points + 6 });
    expect(writeContent(content, true).sections).toEqual([
      {
        title: "Basics",
        shuffle_questions: true,
        shuffle_options: false,
        time_minutes: 20,
        one_way: true,
        items: [{ question: first }, { question_id: second.id, version: 3 }],
      },
      {
        title: "",
        shuffle_questions: false,
        shuffle_options: true,
        items: [{ pool: { tags: ["sql", "joins"], draw: 2, points: 3 } }],
      },
    ]);
  });

  it("stay where one has rules of its own, though nothing else divides the test", () => {
    const [only] = sectionsOf({ questions: [first] });
    if (!only) throw new Error("no section");
    for (const rules of [{ time: "5" }, { one_way: true }]) {
      expect(isDivided(contentOf([{ ...only, ...rules }]))).toBe(true);
    }
    expect(isDivided(contentOf([{ ...only, time: " ", one_way: false }]))).toBe(false);
    // What is no time is left to the server to refuse.
    const [sent] = writeContent(contentOf([{ ...only, time: "soon" }]), true).sections ?? [];
    expect(sent).toMatchObject({ time_minutes: 0 });
  });

  it("disappear once a test is plain again", () => {
    const sections = withAdded(sectionsOf({ questions: [first] }), "s1", [pool()]);
    const mixed = contentOf(sections);
    expect(mixed.sections).toHaveLength(1);
    expect(isDivided(mixed)).toBe(false);
    expect(contentOf(withItem(sections, "p1", undefined))).toEqual({
      questions: [first],
      sections: undefined,
    });
  });

  it("hand their items on when they are removed", () => {
    const two = withAdded(withNewSection(sectionsOf({ questions: [first, second] })), "s2", [written(third)]);
    const ids = (sections: typeof two) => sections.map(({ items }) => items.map(({ id }) => id));
    expect(ids(two)).toEqual([["q-1", "q-2"], ["q-3"]]);
    expect(ids(movedTo(two, "q-1", "s2"))).toEqual([["q-2"], ["q-3", "q-1"]]);
    expect(ids(withoutSection(two, "s2"))).toEqual([["q-1", "q-2", "q-3"]]);
    expect(ids(withoutSection(two, "s1"))).toEqual([["q-1", "q-2", "q-3"]]);
    expect(ids(undivided(two))).toEqual([["q-1", "q-2", "q-3"]]);
    expect(withoutSection(undivided(two), "s1")).toHaveLength(1);
  });

  it("let a question of the bank become one of the test alone", () => {
    const [, own] = itemsOf({
      questions: [],
      sections: detached(readContent(stored).sections ?? [], second.id),
    });
    expect(own).toMatchObject({ kind: "written", question: { question: second.question } });
    expect(own?.id).not.toBe(second.id);
  });
});

describe("a pool", () => {
  it("needs members, and whole numbers", () => {
    expect(poolProblems(pool())).toEqual({});
    expect(Object.keys(poolProblems(pool({ tags: [], draw: "0", points: "1.5" })))).toEqual([
      "tags",
      "draw",
      "points",
    ]);
    expect(Object.keys(poolProblems(pool({ by: "questions" })))).toEqual(["question_ids"]);
  });

  it("says what it draws, and when it holds too little", () => {
    expect(poolWords(pool({ tags: ["sql", "joins"] }))).toBe(
      "2 of the questions tagged sql and joins, 3 points each",
    );
    expect(poolWords(pool({ by: "questions", question_ids: ["a"], points: "1" }))).toBe(
      "2 of 1 chosen question, 1 point each",
    );
    expect([undefined, 1, 2].map((ready) => isTooSmall(pool(), ready))).toEqual([false, true, false]);
  });

  it("shows what the server refused", () => {
    const sections = readContent(stored).sections ?? [];
    const refused = refusedItems(
      {
        "sections[1].items[0].pool.draw": "Too many.",
        "sections[0].items[1].question_id": "Retired.",
        title: "x",
      },
      sections,
    );
    expect(sections.flatMap(({ items }) => items).map((item) => refused.get(item))).toEqual([
      undefined,
      { question_id: "Retired." },
      { draw: "Too many." },
    ]);
  });
});
