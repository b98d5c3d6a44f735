import { describe, expect, it } from "vitest";
import { type Item, sectionsOf, written } from "@/features/questions/content/sections";
import { backendTest, questions } from "@/test/data";
import { fieldsOf, type TestFields } from "./input";
import { differences, merged } from "./merge";

const base = fieldsOf(backendTest());
const [first, second, third] = questions as [
  (typeof questions)[number],
  (typeof questions)[number],
  (typeof questions)[number],
];
const essay = (id: string, question: string) => ({ id, type: "essay" as const, question, points: 5 });
const keysOf = (mine: TestFields, theirs: TestFields) =>
  differences(base, mine, theirs).map(({ key, both }) => (both ? `${key} both` : key));

describe("two versions of a test", () => {
  it("differ in what the other changed, not in what was changed here alone", () => {
    const mine = { ...base, title: "Mine", duration: "50" };
    const theirs = {
      ...base,
      title: "Theirs",
      description: "New",
      questions: [first, essay("q-2", "Why?"), third],
    };
    expect(keysOf(mine, theirs)).toEqual(["title both", "description", "question:q-2"]);
    expect(keysOf(mine, base)).toEqual([]);
    expect(keysOf(theirs, theirs)).toEqual([]);
  });

  it("show a question that one of them lacks", () => {
    const theirs = { ...base, questions: [first, third, essay("q-4", "Added")] };
    const found = differences(base, base, theirs);
    expect(
      found.map(({ name, mine, theirs: other }) => [name, mine?.split("\n")[1], other?.split("\n")[1]]),
    ).toEqual([
      ["Question 2", second.question, undefined],
      ["Question 3 of the other version", undefined, "Added"],
    ]);
  });

  it("are combined as chosen, and lose nothing that was not", () => {
    const mine = { ...base, title: "Mine", questions: [...questions, essay("q-5", "Own")] };
    const theirs = {
      ...base,
      title: "Theirs",
      duration: "30",
      questions: [essay("q-4", "Added"), first, { ...third, points: 9 }],
    };
    const all = new Set(differences(base, mine, theirs).map(({ key }) => key));
    expect(merged(mine, theirs, new Set())).toEqual(mine);
    const taken = merged(mine, theirs, all);
    expect(taken).toMatchObject({ title: "Theirs", duration: "30" });
    expect(taken.questions.map(({ id, points }) => [id, points])).toEqual([
      ["q-4", 5],
      ["q-1", 2],
      ["q-3", 9],
      ["q-5", 5],
    ]);
    all.delete("title");
    expect(merged(mine, theirs, all).title).toBe("Mine");
  });

  it("may differ in the order of the questions alone", () => {
    const theirs = { ...base, questions: [third, first, second] };
    expect(keysOf(base, theirs)).toEqual(["order"]);
    expect(merged(base, theirs, new Set(["order"])).questions).toEqual(theirs.questions);
  });

  it("may differ in their sections, and keep what each of them added", () => {
    const pool = {
      kind: "pool" as const,
      id: "p1",
      by: "tags" as const,
      tags: ["sql"],
      question_ids: [],
      draw: "2",
      points: "1",
    };
    const section = (id: string, title: string, items: Item[]) => ({
      id,
      title,
      shuffle_questions: false,
      shuffle_options: false,
      items,
    });
    const mine = { ...base, questions: [...questions, essay("q-5", "Own")] };
    const theirs = {
      ...base,
      questions: [],
      sections: [
        section("s1", "Basics", [written(first), written(second)]),
        section("s2", "Databases", [written(third), pool]),
      ],
    };
    expect(keysOf(mine, theirs)).toEqual(["question:p1", "order"]);
    const ids = (fields: TestFields) => sectionsOf(fields).map(({ items }) => items.map(({ id }) => id));
    expect(ids(merged(mine, theirs, new Set(["question:p1", "order"])))).toEqual([
      ["q-1", "q-2"],
      ["q-3", "q-5", "p1"],
    ]);
    expect(ids(merged(mine, theirs, new Set(["question:p1"])))).toEqual([["q-1", "q-2", "q-3", "p1", "q-5"]]);
    expect(merged(mine, theirs, new Set())).toEqual({ ...mine, sections: undefined });
  });
});
