import { describe, expect, it } from "vitest";
import { rubric } from "@/test/data";
import { blankItem, draftOf, inputOf, itemPoints, itemsProblem } from "./form";

describe("points of an item", () => {
  it("are half points up to the question's", () => {
    expect(itemPoints("2,5", 5)).toBe(2.5);
    for (const text of ["", "0", "5.5", "-1", "0.25", "many"]) expect(itemPoints(text, 5)).toBeNull();
  });
});

describe("a rubric that is edited", () => {
  it("comes back as it was read", () => {
    const { mode, items, model_answer, notes, snippets } = rubric();
    expect(inputOf(draftOf(rubric()), 5)).toEqual({ mode, items, model_answer, notes, snippets });
  });
  it("sends no id for a new item, and leaves blank rows out", () => {
    const draft = draftOf(rubric());
    draft.items.push({ ...blankItem(), text: " Cites a source " }, blankItem());
    expect(inputOf(draft, 5).items.slice(3)).toEqual([{ text: "Cites a source", points: 1 }]);
  });
  it("needs two items, or none", () => {
    const draft = draftOf(rubric());
    expect(itemsProblem(draft, 5)).toBeNull();
    expect(itemsProblem({ ...draft, items: [] }, 5)).toBeNull();
    expect(itemsProblem({ ...draft, items: draft.items.slice(0, 1) }, 5)).toMatch(/second item/);
    expect(itemsProblem(draft, 1)).toBe("Item 1: points from 0.5 to 1, in steps of 0.5");
  });
});
