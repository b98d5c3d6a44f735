import { describe, expect, it } from "vitest";
import { BLANK_FORM, draftOfReply, formProblem } from "./generate";

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
