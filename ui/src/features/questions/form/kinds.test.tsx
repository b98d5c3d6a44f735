import { screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { Question, QuestionType } from "@/api/questions";
import { expectAccessible, show } from "@/test/page";
import { QuestionDialog } from "./QuestionDialog";

/** The dialog for a new question, as an author of a test sees it. */
function open(errors = {}, question: Question | null = null) {
  const onSave = vi.fn<(question: Question) => void>();
  const user = show(
    <QuestionDialog question={question} taken={[]} errors={errors} onSave={onSave} onClose={vi.fn()} />,
  );
  return { user, saved: () => onSave.mock.lastCall?.[0] };
}

async function choose(user: ReturnType<typeof open>["user"], kind: string, text = "Which?") {
  await user.selectOptions(screen.getByRole("combobox", { name: "Question type" }), kind);
  if (text) await user.type(screen.getByRole("textbox", { name: "Question" }), text);
}

const field = (name: string) => screen.getByRole("textbox", { name });
const button = (name: string) => screen.getByRole("button", { name });
const save = () => button("Add Question");

const KINDS: [QuestionType, string][] = [
  ["multiple_response", "Several answers"],
  ["numeric", "Number"],
  ["short_text", "Short text"],
  ["ordering", "Ordering"],
  ["matching", "Matching"],
  ["gaps", "Fill in the gaps"],
];

describe("the form of every kind", () => {
  it("is accessible, and refuses to be empty", async () => {
    const { user, saved } = open();
    for (const [, label] of KINDS) {
      await choose(user, label, "");
      await expectAccessible();
    }
    await user.type(field("Question"), "Which?");
    await user.click(save());
    expect((await screen.findAllByText("Insert at least one gap into the text")).length).toBeGreaterThan(0);
    expect(saved()).toBeUndefined();
  });
});

describe("several answers", () => {
  it("are written with the keyboard alone", async () => {
    const { user, saved } = open();
    await choose(user, "Several answers", "Which are prime?");
    field("Option 1").focus();
    await user.keyboard("2");
    field("Option 2").focus();
    await user.keyboard("4");
    screen.getByRole("checkbox", { name: "Option 1 is correct" }).focus();
    await user.keyboard(" ");
    save().focus();
    await user.keyboard("{Enter}");
    const question = saved();
    expect(question).toMatchObject({
      type: "multiple_response",
      options: [{ text: "2" }, { text: "4" }],
      scoring: "all_or_nothing",
    });
    expect(question?.correct_answers).toHaveLength(1);
  });
});

describe("a number", () => {
  it("has a tolerance in percent and a unit", async () => {
    const { user, saved } = open();
    await choose(user, "Number");
    await user.type(field("Correct number"), "3,5");
    await user.click(save());
    expect(field("Correct number")).toHaveAccessibleDescription(/decimal point only/);
    await user.clear(field("Correct number"));
    await user.type(field("Correct number"), "3.5");
    await user.type(field("Unit"), "kg");
    await user.selectOptions(screen.getByRole("combobox", { name: "Tolerance" }), "Plus or minus percent");
    await user.type(field("Percent"), "2");
    await user.click(save());
    expect(saved()).toMatchObject({
      correct_number: "3.5",
      unit: "kg",
      tolerance: { kind: "relative", value: "0.02" },
    });
  });
});

describe("an order", () => {
  it("is written in the right order, and rows move", async () => {
    const { user, saved } = open();
    await choose(user, "Ordering");
    await user.type(field("Item 1"), "ten");
    await user.type(field("Item 2"), "one");
    await user.click(button("Move item 2 up"));
    await user.click(button("Add item"));
    expect(field("Item 4")).toHaveFocus();
    await user.keyboard("hundred");
    await user.click(save());
    const { order = [], options = [] } = saved() ?? {};
    const texts = order.map((id) => options.find((o) => typeof o !== "string" && o.id === id));
    expect(texts).toMatchObject([{ text: "one" }, { text: "ten" }, { text: "hundred" }]);
  });
});

describe("matching", () => {
  it("has pairs and wrong matches", async () => {
    const { user, saved } = open();
    await choose(user, "Matching");
    await user.type(field("Prompt 1"), "France");
    await user.type(field("Match of prompt 1"), "Paris");
    await user.type(field("Prompt 2"), "Spain");
    await user.click(save());
    expect(screen.getByText("Fill in both sides of each pair", { selector: "p" })).toBeVisible();
    await user.type(field("Match of prompt 2"), "Madrid");
    await user.click(button("Add wrong match"));
    await user.keyboard("Rome");
    await user.click(save());
    const { prompts = [], options = [], pairs = {} } = saved() ?? {};
    expect(prompts).toMatchObject([{ text: "France" }, { text: "Spain" }]);
    expect(options).toHaveLength(3);
    expect(options).toContainEqual({ id: pairs[prompts[0]?.id ?? ""], text: "Paris" });
  });
});

describe("gaps", () => {
  it("are inserted at the cursor, each with its key", async () => {
    const { user, saved } = open();
    await choose(user, "Fill in the gaps", "Boils at  in .");
    const text = field("Question") as HTMLTextAreaElement;
    text.setSelectionRange(13, 13);
    await user.click(button("Insert gap"));
    text.setSelectionRange(9, 9);
    await user.click(button("Insert gap"));
    expect(text).toHaveValue("Boils at [[g2]] in [[g1]].");
    const first = within(screen.getByRole("region", { name: "Gap 1" }));
    await user.selectOptions(first.getByRole("combobox", { name: "Filled in with" }), "A number");
    await user.type(first.getByRole("textbox", { name: "Correct number" }), "100");
    const second = within(screen.getByRole("region", { name: "Gap 2" }));
    await user.click(save());
    expect(second.getByRole("alert")).toHaveTextContent("Enter at least one accepted answer");
    await user.type(second.getByRole("textbox", { name: "Accepted answer 1" }), "Paris");
    await user.click(save());
    expect(saved()?.gaps).toEqual([
      { id: "g2", kind: "number", correct_number: "100" },
      { id: "g1", kind: "text", accepted: ["Paris"] },
    ]);
  });
});

describe("what stands beside the key", () => {
  it("is shown where it was set, and saved", async () => {
    const { user, saved } = open();
    await choose(user, "Short text");
    await user.type(field("Accepted answer 1"), "Paris");
    await user.click(screen.getByText("Scoring, explanation, notes and tags"));
    await user.type(field("Penalty"), "0.5");
    await user.type(field("Explanation"), "It is the capital.");
    await user.click(screen.getByRole("checkbox", { name: /Show the explanation/ }));
    await user.type(field("Notes for reviewers"), "Be kind.");
    await user.type(field("Tags"), "geography, capitals,");
    await user.click(save());
    expect(saved()).toMatchObject({
      penalty: "0.5",
      explanation: "It is the capital.",
      show_explanation: true,
      reviewer_notes: "Be kind.",
      tags: ["geography", "capitals"],
    });
  });

  it("opens where the server refused it", () => {
    const question: Question = {
      id: "q",
      type: "numeric",
      question: "How heavy?",
      points: 1,
      correct_number: "3",
      scoring: "all_or_nothing",
    };
    open({ tags: "A tag is too long.", correct_number: "Too many digits." }, question);
    expect(field("Tags")).toHaveAccessibleDescription(/A tag is too long/);
    expect(field("Tags")).toBeVisible();
    expect(field("Correct number")).toHaveAccessibleDescription(/Too many digits/);
  });
});

describe("line breaks in options", () => {
  const code = "```\na\n```";
  const asked = { id: "q1", question: "Which?", points: 1, format: "markdown" as const };

  it.each<[string, string, Question]>([
    [
      "one choice",
      "Option 1",
      { ...asked, type: "multiple_choice", options: [code, "b"], correct_answer: "b" },
    ],
    [
      "an ordering",
      "Item 1",
      {
        ...asked,
        type: "ordering",
        options: [
          { id: "o1", text: code },
          { id: "o2", text: "b" },
        ],
        order: ["o1", "o2"],
      },
    ],
  ])("survive an edit: %s", async (_, name, question) => {
    const { user, saved } = open({}, question);
    await user.type(field(name), "x{Enter}y{Shift>}{Enter}{/Shift}z");
    await user.click(button("Update question"));
    const [first] = saved()?.options ?? [];
    expect(typeof first === "string" ? first : first?.text).toBe(`${code}xy\nz`);
  });
});
