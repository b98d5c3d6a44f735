import { expect, it } from "vitest";
import { questionLine } from "./question-line";

it("a question is named by its first line, with a line for each gap", () => {
  const question = "\nRust has [[g1]] and [[g2]].\nC++ has not.";
  expect(questionLine({ question, question_type: "gaps" })).toBe("Rust has ____ and ____.");
  expect(questionLine({ question, question_type: "essay" })).toBe("Rust has [[g1]] and [[g2]].");
});

it("a question that has no tree yet is named without the marks of Markdown", () => {
  const question = "# The `map` of **[[g1]]**\n\nMore.";
  expect(questionLine({ question, type: "gaps", format: "markdown" })).toBe("The map of ____");
  expect(questionLine({ question, type: "essay", format: "plain" })).toBe("# The `map` of **[[g1]]**");
  const content = { rich: [{ p: [{ t: "As stored" }] }] };
  expect(questionLine({ question, type: "essay", format: "markdown", content })).toBe("As stored");
});
