import { describe, expect, it } from "vitest";
import {
  about,
  attached,
  contentOf,
  itemsOf,
  passagesOf,
  readContent,
  type Section,
  sectionsOf,
  writeContent,
  written,
} from "@/features/questions/content/sections";
import { backendTest, questions } from "@/test/data";
import { movedTo, undivided, withItem, withoutSection } from "./edits";
import { completed, withNewPassage, withoutPassage } from "./passages";

const [first, second] = questions as [(typeof questions)[0], (typeof questions)[0]];
const memo = { id: "memo", title: "The memo", text: "We *move*.", format: "markdown" as const };
const stored = {
  ...backendTest(),
  questions: [first, second],
  sections: [
    {
      title: "",
      shuffle_questions: false,
      shuffle_options: false,
      one_way: false,
      instructions: "Read first.",
      passages: [{ ...memo, content: {} }],
      items: [{ question: first, passage: "memo" }, { question: second }],
    },
  ],
};
const read = (): Section[] => sectionsOf(readContent(stored));
const withOther = (): Section[] => [
  ...read(),
  { id: "s2", title: "Other", shuffle_questions: false, shuffle_options: false, items: [] },
];
const passageOf = (sections: Section[]) => itemsOf({ questions: [], sections }).map(({ passage }) => passage);

describe("the passages of a section", () => {
  it("are read and written with what is about them", () => {
    const { sections } = writeContent(readContent(stored), true);
    expect(sections).toMatchObject([
      {
        instructions: "Read first.",
        instructions_format: "plain",
        passages: [memo],
        items: [{ passage: "memo" }, {}],
      },
    ]);
    expect(sections?.[0]?.passages?.[0]).not.toHaveProperty("content");
  });

  it("keep a section in a test that has nothing else", () => {
    expect(contentOf(read()).sections).toHaveLength(1);
    const [section] = read();
    const without = section ? { ...section, ...withoutPassage(section, "memo"), instructions: " " } : null;
    expect(without && contentOf([without])).toMatchObject({ sections: undefined });
  });

  it("stay with an item that changes, and not with one that leaves the section", () => {
    const id = first?.id ?? "";
    const changed = withItem(read(), id, written({ ...first, question: "Else?" } as typeof first));
    expect(passageOf(changed)).toEqual(["memo", undefined]);
    expect(passageOf(attached(movedTo(withOther(), id, "s2")))).toEqual([undefined, undefined]);
  });

  it("come along when sections are joined", () => {
    for (const joined of [withoutSection(withOther(), "s1"), undivided(withOther())]) {
      expect(joined.flatMap(passagesOf)).toEqual([memo]);
      expect(passageOf(joined)).toEqual(["memo", undefined]);
    }
  });

  it("have ids that are new in the test", () => {
    const more = withNewPassage(withNewPassage(withOther(), "s1"), "s2");
    const ids = more.flatMap((section) => passagesOf(section).map(({ id }) => id));
    expect(new Set(ids).size).toBe(3);
  });

  it("are completed after a merge", () => {
    const [section] = read();
    const lacking = [{ ...section, passages: [] } as Section];
    expect(completed(lacking, [memo])[0]?.passages).toEqual([memo]);
    const [item] = section?.items ?? [];
    expect(item && about(item, undefined)).not.toHaveProperty("passage");
  });
});
