import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import type { CandidateQuestion } from "@/api/types";
import type { ShownQuestion } from "@/lib/translated-question";
import { expectAccessible, show } from "@/test/page";
import { KindAnswer } from "./answers";

const base = { id: "q", points: 2 };
const QUESTIONS: Record<string, CandidateQuestion> = {
  response: {
    ...base,
    type: "multiple_response",
    question: "Which are prime?",
    options: [
      { id: "o1", text: "2" },
      { id: "o2", text: "3" },
      { id: "o3", text: "4" },
    ],
  },
  numeric: { ...base, type: "numeric", question: "How heavy?" },
  text: { ...base, type: "short_text", question: "Which city?" },
  ordering: {
    ...base,
    type: "ordering",
    question: "Smallest first",
    options: [
      { id: "a", text: "hundred" },
      { id: "b", text: "one" },
      { id: "c", text: "ten" },
    ],
  },
  matching: {
    ...base,
    type: "matching",
    question: "Capitals",
    prompts: [
      { id: "l1", text: "France" },
      { id: "l2", text: "Spain" },
    ],
    options: [
      { id: "r1", text: "Madrid" },
      { id: "r2", text: "Paris" },
      { id: "r3", text: "Rome" },
    ],
  },
  gaps: {
    ...base,
    type: "gaps",
    question: "Water boils at [[g1]] in [[g2]], a [[g3]]. [[g4]]",
    gaps: [
      { id: "g1", kind: "number" },
      { id: "g2", kind: "text" },
      {
        id: "g3",
        kind: "choice",
        options: [
          { id: "o1", text: "city" },
          { id: "o2", text: "river" },
        ],
      },
    ],
  },
};

const NoCode = () => null;

/** The field with the answer that it writes, as the session keeps it. */
function open(kind: string, first = "", changes: Partial<CandidateQuestion> = {}) {
  const question = { ...(QUESTIONS[kind] as CandidateQuestion), ...changes };
  const changed = vi.fn();
  function Field() {
    const [answer, setAnswer] = useState(first);
    const keep = (next: string) => {
      changed(next);
      setAnswer(next);
    };
    return (
      <KindAnswer {...{ question, answer }} Code={NoCode} overLimit={false} onChange={keep} onChoose={keep} />
    );
  }
  const user = show(<Field />);
  return { user, answer: () => changed.mock.lastCall?.[0] as string | undefined };
}

const box = (name: string) => screen.getByRole("checkbox", { name });
const button = (name: string) => screen.getByRole("button", { name });
const items = () => screen.getAllByRole("listitem").map((item) => item.textContent?.replace(/^\d\./, ""));

describe("every field", () => {
  it.each(Object.keys(QUESTIONS))("is accessible: %s", async (kind) => {
    open(kind);
    await expectAccessible();
  });

  it.each([
    ["response", "o1"],
    ["ordering", '["a","a"]'],
    ["matching", '{"l1":"r9"}'],
    ["gaps", "[]x"],
  ])("shows an answer of another form as it is: %s", async (kind, answer) => {
    open(kind, answer);
    expect(screen.getByText(/cannot be shown in these fields/)).toHaveTextContent(answer);
    await expectAccessible();
  });

  it.each([
    ["response", '["o1"]'],
    ["ordering", '["a","b","c"]'],
    ["matching", '{"l1":"r2"}'],
    ["gaps", '{"g2":"Paris"}'],
  ])("is cleared: %s", async (kind, first) => {
    const { user, answer } = open(kind, first);
    await user.click(button("Clear answer"));
    expect(answer()).toBe("");
  });
});

it.each(["numeric", "text", "gaps"])("fields of typed text are not to be translated: %s", (kind) => {
  open(kind);
  for (const field of screen.getAllByRole("textbox")) expect(field).toHaveAttribute("translate", "no");
});

describe("several answers", () => {
  it("are ticked with the keyboard, and named in the order of the options", async () => {
    const { user, answer } = open("response");
    expect(screen.getByRole("group", { name: "Which are prime?" })).toBeVisible();
    box("3").focus();
    await user.keyboard(" ");
    expect(answer()).toBe('["o2"]');
    box("2").focus();
    await user.keyboard(" ");
    expect(answer()).toBe('["o1","o2"]');
    await user.keyboard(" ");
    await user.click(box("3"));
    expect(answer()).toBe("");
  });
});

describe("a number", () => {
  it("says what was read, and keeps any text", async () => {
    const { user, answer } = open("numeric");
    const field = screen.getByRole("textbox", { name: "Your answer" });
    expect(field).toHaveAttribute("inputmode", "decimal");
    await user.type(field, "3,50 kg");
    expect(answer()).toBe("3,50 kg");
    expect(field).toHaveAccessibleDescription("Read as 3.5 kg.");
    await user.clear(field);
    await user.type(field, "some");
    expect(screen.getByRole("status")).toHaveTextContent("This is not a number. It is kept as you wrote it.");
    expect(answer()).toBe("some");
  });
});

describe("a short text", () => {
  it("is one line", async () => {
    const { user, answer } = open("text");
    await user.type(screen.getByRole("textbox", { name: "Your answer" }), "New York");
    expect(answer()).toBe("New York");
  });
});

describe("an order", () => {
  it("is no answer until it is confirmed", async () => {
    const { user, answer } = open("ordering");
    expect(items()).toEqual(["hundred", "one", "ten"]);
    expect(screen.getByText(/Not answered yet/)).toBeVisible();
    button("Confirm this order").focus();
    await user.keyboard("{Enter}");
    expect(answer()).toBe('["a","b","c"]');
    expect(screen.queryByText(/Not answered yet/)).not.toBeInTheDocument();
  });

  it("is changed with the arrow keys, announced, and keeps the focus", async () => {
    const { user, answer } = open("ordering");
    button("Move down hundred").focus();
    await user.keyboard("{ArrowDown}{ArrowDown}");
    expect(answer()).toBe('["b","c","a"]');
    expect(items()).toEqual(["one", "ten", "hundred"]);
    expect(button("Move down hundred")).toHaveFocus();
    expect(screen.getByRole("status")).toHaveTextContent("hundred: position 3 of 3.");
    await user.keyboard("{Enter}");
    expect(button("Move down hundred")).toHaveFocus();
    expect(answer()).toBe('["b","c","a"]');
    await user.click(button("Move up ten"));
    expect(answer()).toBe('["c","b","a"]');
  });

  it("is dragged by its handle, without a change until it is dropped", () => {
    HTMLElement.prototype.setPointerCapture = vi.fn();
    HTMLElement.prototype.hasPointerCapture = () => true;
    const { answer } = open("ordering");
    for (const [index, item] of screen.getAllByRole("listitem").entries()) {
      item.getBoundingClientRect = () => new DOMRect(0, index * 40, 300, 40);
    }
    const [grip] = screen.getAllByTitle("Drag to reorder");
    if (!grip) throw new Error("no handle");
    fireEvent.pointerDown(grip, { button: 0 });
    fireEvent.pointerMove(grip, { clientY: 60 });
    expect(answer()).toBeUndefined();
    fireEvent.pointerUp(grip, { clientY: 60 });
    expect(answer()).toBe('["b","a","c"]');
  });

  it("shows what an incomplete answer lacks below it", async () => {
    const { user, answer } = open("ordering", '["c"]');
    expect(items()).toEqual(["ten", "hundred", "one"]);
    await user.click(button("Confirm this order"));
    expect(answer()).toBe('["c","a","b"]');
  });
});

describe("matching", () => {
  it("has a list for each prompt", async () => {
    const { user, answer } = open("matching");
    await user.selectOptions(screen.getByRole("combobox", { name: "Spain" }), "Madrid");
    await user.selectOptions(screen.getByRole("combobox", { name: "France" }), "Paris");
    expect(answer()).toBe('{"l1":"r2","l2":"r1"}');
    await user.selectOptions(screen.getByRole("combobox", { name: "Spain" }), "Choose…");
    expect(answer()).toBe('{"l1":"r2"}');
    await user.selectOptions(screen.getByRole("combobox", { name: "France" }), "Choose…");
    expect(answer()).toBe("");
  });

  it("shows formatted options beside their letters", async () => {
    const content = { rich: [{ p: [{ code: "SELECT 1" }] }] };
    const options = [
      { id: "r1", text: "`SELECT 1`", content },
      { id: "r2", text: "b", content: { rich: [{ p: [{ t: "b" }] }] } },
    ];
    open("matching", "", { format: "markdown", options });
    expect(screen.getByRole("list", { name: "Options" })).toBeVisible();
    expect(screen.getByRole("combobox", { name: "Spain" })).toHaveTextContent("A: SELECT 1");
    await expectAccessible();
  });
});

describe("a formula", () => {
  const content = (tex: string) => ({ rich: [{ p: [{ math: { tex, block: false, nodes: [] } }] }] });
  const formulas = [
    { id: "a", text: "$\\sqrt{2}$", content: content("\\sqrt{2}") },
    { id: "b", text: "$x^2$", content: content("x^2") },
  ];
  const table = { table: { align: ["start"], head: [[{ t: "much" }]], rows: [] } };
  const asked = { rich: [{ p: [{ t: "Which?" }] }, table] };

  it("names the controls that it labels, and a group has the first line of its question", async () => {
    open("response", "", { options: formulas, content: asked });
    expect(await screen.findByRole("checkbox", { name: "\\sqrt{2}" })).toBeVisible();
    expect(screen.getByRole("group", { name: "Which?" })).toBeVisible();
    await expectAccessible();
  });

  it("names lists and buttons", async () => {
    open("matching", "", { prompts: formulas, content: asked });
    expect(await screen.findByRole("combobox", { name: "x^2" })).toBeVisible();
    expect(screen.getByRole("list", { name: "Which?" })).toBeVisible();
    open("ordering", "", { options: formulas, content: asked });
    expect(await screen.findByRole("button", { name: "Move up x^2" })).toBeVisible();
  });
});

describe("gaps", () => {
  const gap = (place: number, role = "textbox") => screen.getByRole(role, { name: `Gap ${place} of 3` });

  it("are filled in the text, with the keyboard", async () => {
    const { user, answer } = open("gaps");
    expect(screen.getByText(/Water boils at/)).toHaveTextContent("[[g4]]");
    gap(1).focus();
    await user.keyboard("100 °C{Tab}Paris");
    await user.selectOptions(gap(3, "combobox"), "city");
    expect(answer()).toBe('{"g1":"100 °C","g2":"Paris","g3":"o1"}');
    await user.clear(gap(1));
    expect(answer()).toBe('{"g2":"Paris","g3":"o1"}');
  });

  it("keep the focus and what is typed when the text is another one", async () => {
    const own = QUESTIONS.gaps as ShownQuestion;
    const of = (question: string, lang: string) => ({ ...own, question, lang });
    const field = (question: ShownQuestion) => (
      <KindAnswer
        {...{ question }}
        answer={'{"g2":"Paris"}'}
        Code={NoCode}
        overLimit={false}
        onChange={vi.fn()}
        onChoose={vi.fn()}
      />
    );
    const { rerender } = render(field(of("At [[g1]] in [[g2]], a [[g3]].", "en")));
    gap(2).focus();
    rerender(field(of("In [[g2]] siedet es bei [[g1]], und doch [[g3]].", "de")));
    expect(gap(2)).toHaveFocus();
    expect(gap(2)).toHaveValue("Paris");
    expect(gap(2)).toHaveAttribute("lang", "en");
    expect(screen.getByText(/und doch/)).toHaveAttribute("lang", "de");
    expect(screen.getByRole("option", { name: "city" })).toHaveAttribute("lang", "de");
  });

  it("say which is not a number", async () => {
    const { user, answer } = open("gaps");
    await user.type(gap(1), "hot");
    expect(screen.getByRole("status")).toHaveTextContent("Not a number: Gap 1.");
    expect(answer()).toBe('{"g1":"hot"}');
  });

  it("are drawn in rich text, in code too, and below it where they cannot be", async () => {
    const content = {
      rich: [
        { p: [{ t: "Let [[g1]] be " }, { math: { tex: "[[g2]]", block: false, nodes: [] } }] },
        {
          code: [
            "Rust",
            [
              ["k", "let "],
              [null, "["],
              ["n", "[g3]"],
              [null, "];"],
            ],
          ],
        },
      ],
    };
    open("gaps", "", { format: "markdown", content });
    expect(await screen.findByText(/^let$/)).toBeVisible();
    expect(screen.getByRole("textbox", { name: "Gap 1 of 3" }).closest("p")).toHaveTextContent("Let be");
    expect(gap(3, "combobox").closest("pre")).not.toBeNull();
    expect(gap(2).closest("p")).toHaveTextContent("Gap 2:");
    expect(screen.queryByText(/\[\[/)).not.toBeInTheDocument();
    await expectAccessible();
  });
});
