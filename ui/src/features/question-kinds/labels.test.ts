import { describe, expect, it } from "vitest";
import { keyWords } from "./labels";

const rich = (text: string) => ({ rich: [{ p: [{ strong: [{ t: text }] }] }] });
const asked = { id: "q1", question: "Which?", points: 1 };

describe("the key in one line", () => {
  it("is read without Markdown", () => {
    const options = [
      { id: "a", text: "**one**", content: rich("one") },
      { id: "b", text: "two" },
    ];
    expect(keyWords({ ...asked, type: "multiple_response", options, correct_answers: ["a", "b"] })).toBe(
      "one, two",
    );
    expect(keyWords({ ...asked, type: "ordering", options, order: ["b", "a"] })).toBe("two → one");
    const prompts = [{ id: "l", text: "_left_", content: rich("left") }];
    expect(keyWords({ ...asked, type: "matching", prompts, options, pairs: { l: "a" } })).toBe("left: one");
  });

  it("of one choice is the option's text", () => {
    const choice = {
      ...asked,
      type: "multiple_choice" as const,
      options: ["x", "**y**"],
      correct_answer: "**y**",
    };
    expect(keyWords(choice)).toBe("**y**");
    expect(keyWords({ ...choice, option_contents: [rich("x"), rich("y")] })).toBe("y");
  });
});
