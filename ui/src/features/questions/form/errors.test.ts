import { describe, expect, it } from "vitest";
import type { Question } from "@/api/questions";
import { errorsOf, reader, standing } from "./errors";
import { draftOf } from "./rules";

const question: Question = {
  id: "q",
  type: "numeric",
  question: "How heavy?",
  points: 2,
  correct_number: "3.5",
  unit: "kg",
};

describe("the server's sentences", () => {
  it("are those of one question", () => {
    const fields = {
      title: "Too long.",
      "questions[1].options": "Two options are the same.",
      "questions[1].gaps[0].accepted": "Please enter one.",
      "questions[11].points": "Too many.",
      "questions[1]": "Odd.",
    };
    expect(errorsOf(fields, 1)).toEqual({
      options: "Two options are the same.",
      "gaps[0].accepted": "Please enter one.",
      question: "Odd.",
    });
    expect(reader(errorsOf(fields, 1))("order", "options")).toBe("Two options are the same.");
  });

  it("stand until their field is changed", () => {
    const errors = { unit: "No such unit.", points: "Too many.", question: "Too long." };
    const draft = draftOf(question);
    const { keys } = draft;
    const other = { ...draft, keys: { ...keys, number: { ...keys.number, unit: "g" } } };
    expect(standing(errors, draft, other)).toEqual({ points: "Too many.", question: "Too long." });
    expect(standing(errors, draft, { ...draft, points: "3" })).not.toHaveProperty("points");
    expect(standing(errors, draft, { ...draft, type: "essay" })).toEqual({});
  });

  it("stand where a change does not fix what the form itself refuses", () => {
    const draft = { ...draftOf(question), points: "0" };
    const errors = { points: "A whole number from 1 to 100" };
    expect(standing(errors, draft, { ...draft, points: "101" })).toEqual(errors);
    expect(standing(errors, draft, { ...draft, points: "100" })).toEqual({});
  });
});
