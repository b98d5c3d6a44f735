import { expect, it } from "vitest";
import { questionLine } from "./question-line";

it("a question is named by its first line, with a line for each gap", () => {
  const question = "\nRust has [[g1]] and [[g2]].\nC++ has not.";
  expect(questionLine({ question, question_type: "gaps" })).toBe("Rust has ____ and ____.");
  expect(questionLine({ question, question_type: "essay" })).toBe("Rust has [[g1]] and [[g2]].");
});
