import { describe, expect, it } from "vitest";
import { BLANK_FORM, draftOfReply, formProblem, requestOf } from "./generate";

describe("the form", () => {
  it("uses the documented texts", () => {
    expect(formProblem(BLANK_FORM)?.text).toBe("Please enter a topic");
    const form = { ...BLANK_FORM, topic: "Rust" };
    expect(formProblem(form)).toBeNull();
    for (const count of ["0", "31", "", "2.5", "ten"])
      expect(formProblem({ ...form, count })?.text).toBe("Question count must be between 1 and 30");
  });
});

describe("generated questions", () => {
  const question = (id: string) => ({ id, type: "essay" as const, question: "Why?", points: 1 });
  it("become a draft with unique ids", () => {
    const draft = draftOfReply(
      { success: true, message: "", questions: [question("1"), question("1"), question("")] },
      " Rust ",
    );
    expect(draft.title).toBe("Rust");
    expect(new Set(draft.questions.map((q) => q.id)).size).toBe(3);
  });
  it("use the provider's title and the default duration", () => {
    const reply = { success: true, message: "", questions: [question("1")], title: "Long" };
    expect(draftOfReply(reply, "x")).toMatchObject({ title: "Long", duration_minutes: 60 });
  });
});

describe("questions for the bank", () => {
  const form = { ...BLANK_FORM, topic: " Rust " };
  it("need a type", () => {
    expect(formProblem({ ...form, types: [] })).toBeNull();
    expect(formProblem({ ...form, types: [] }, true)?.field).toBe("types");
  });
  it("are asked for by their types", () => {
    expect(requestOf({ ...form, types: ["gaps", "coding"] }, true)).toEqual({
      topic: "Rust",
      questionCount: 10,
      level: "intermediate",
      types: ["gaps", "coding"],
      bank: true,
    });
    expect(requestOf(form, false)).toMatchObject({ questionType: "multiple_choice", draft: true });
  });
});
