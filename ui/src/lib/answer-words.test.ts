import { describe, expect, it } from "vitest";
import { answerWords } from "./answer-words";
import type { ShownQuestion } from "./translated-question";

const asked = (rest: Partial<ShownQuestion>): ShownQuestion => ({
  id: "q",
  type: "essay",
  question: "?",
  points: 1,
  ...rest,
});
const choices = (...texts: string[]) => texts.map((text, index) => ({ id: `o${index + 1}`, text }));

describe("the answer in words", () => {
  it.each<[Partial<ShownQuestion>, string, string]>([
    [{ type: "multiple_choice", options: ["[1]", "[2]"] }, "[1]", "[1]"],
    [{ type: "multiple_choice", options: ["two", "three"], labels: ["zwei", "drei"] }, "three", "drei"],
    [{ type: "multiple_choice", options: ["two"], labels: ["zwei"] }, "", ""],
    [{ type: "multiple_response", options: choices("Red", "Green", "Blue") }, '["o1","o3"]', "Red\nBlue"],
    [{ type: "ordering", options: choices("One", "Two") }, '["o2","o1"]', "Two\nOne"],
    [
      { type: "matching", prompts: [{ id: "l1", text: "France" }], options: choices("Rome", "Paris") },
      '{"l1":"o2"}',
      "France: Paris",
    ],
    [
      {
        type: "gaps",
        gaps: [
          { id: "g1", kind: "text" },
          { id: "g2", kind: "choice", options: choices("in", "on") },
        ],
      },
      '{"g1":"Seine","g2":"o2"}',
      "1: Seine\n2: on",
    ],
    [{ type: "numeric" }, "3.5 kg", "3.5 kg"],
    [{ type: "essay" }, '{"a":1}', '{"a":1}'],
    [{ type: "ordering", options: choices("One") }, "not a list", "not a list"],
  ])("of %o", (question, answer, words) => {
    expect(answerWords(asked(question), answer)).toBe(words);
  });
});
