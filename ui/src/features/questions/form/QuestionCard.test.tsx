import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Question } from "@/api/questions";
import { server } from "@/test/mock-server";
import { show } from "@/test/page";
import { QuestionCard } from "./QuestionCard";

const question: Question = {
  id: "q-1",
  type: "multiple_choice",
  question: "What does `map` return?",
  format: "markdown",
  options: ["`null`", "a list"],
  correct_answer: "`null`",
  points: 1,
};

it("a question in Markdown that is not stored yet is shown formatted, its key in plain words", async () => {
  server.reply("POST /api/tests/content", 200, {
    // The description of the API leaves the tree's form to the page.
    content: {
      rich: [{ p: [{ t: "What does " }, { code: "map" }, { t: " return?" }] }],
    } as unknown as Record<string, never>,
  });
  show(<QuestionCard question={question} number={1} onDelete={() => undefined} />);
  expect((await screen.findByText("map")).tagName).toBe("CODE");
  expect(screen.getByText("null")).toBeVisible();
});

it.each<[NonNullable<Question["tests"]>, string]>([
  [[], "No tests: scored by a person"],
  [[{ input: "1", output: "2", weight: 1 }], "1 test"],
])("a coding question says how many tests judge it, or that a person does", (tests, words) => {
  const coding: Question = { id: "q-2", type: "coding", question: "Double it.", points: 5, tests };
  show(<QuestionCard question={coding} number={1} onDelete={() => undefined} />);
  expect(screen.getByText(words)).toBeVisible();
});
