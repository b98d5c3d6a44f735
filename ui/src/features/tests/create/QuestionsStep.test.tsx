import { screen, waitFor, within } from "@testing-library/react";
import { useEffect } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Section } from "@/features/questions/content/sections";
import { WIZARD_KEY } from "@/features/questions/drafts/store";
import { questions } from "@/test/data";
import { server } from "@/test/mock-server";
import { expectAccessible, notice, show } from "@/test/page";
import { QuestionsStep } from "./QuestionsStep";
import { useWizard } from "./useWizard";

/** The step with the draft that it fills, as the wizard holds it. */
function open(given = questions) {
  const told = { onPrevious: vi.fn(), onNext: vi.fn() };
  function Wizard() {
    const wizard = useWizard(false);
    const { change } = wizard;
    useEffect(() => change({ questions: given }), [change]);
    return <QuestionsStep wizard={wizard} {...told} />;
  }
  return { user: show(<Wizard />), ...told };
}

const button = (name: string | RegExp) => screen.getByRole("button", { name });
const text = () => screen.getByRole("textbox", { name: "Question" });
const listed = () => within(screen.getByRole("list", { name: "Questions" })).getAllByRole("listitem");

/** The sections of the draft that the browser kept, which it does half a second after the last change. */
const kept = (): Section[] => JSON.parse(localStorage.getItem(WIZARD_KEY) ?? "{}").sections ?? [];
const listedIn = (section: number) =>
  within(screen.getByRole("list", { name: `Questions of section ${section}` })).getAllByRole("listitem");

describe("the questions of a new test", () => {
  it("are listed with type, points and what makes them right", async () => {
    open();
    expect(listed()).toHaveLength(3);
    expect(listed()[0]).toHaveTextContent("Multiple choice");
    expect(listed()[0]).toHaveTextContent("2 points");
    expect(listed()[0]).toHaveTextContent("Correct answer: 201");
    expect(listed()[2]).toHaveTextContent("Expected language: Rust");
    await expectAccessible();
  });

  it("are needed before the next step", async () => {
    const { user, onNext } = open([]);
    expect(button("Next: Review")).toBeDisabled();
    await user.selectOptions(screen.getByRole("combobox", { name: "Question type" }), "Essay");
    await user.type(text(), "Why us?");
    await user.click(button("Add Question"));
    await notice("Question added successfully");
    expect(listed()[0]).toHaveTextContent("1. Why us?");
    expect(text()).toHaveValue("");
    await user.click(button("Next: Review"));
    expect(onNext).toHaveBeenCalledOnce();
  });

  it("are written with the keyboard alone", async () => {
    const { user } = open([]);
    text().focus();
    await user.keyboard("Two plus two?");
    screen.getByRole("textbox", { name: "Option 1" }).focus();
    await user.keyboard("4");
    screen.getByRole("textbox", { name: "Option 2" }).focus();
    await user.keyboard("5");
    screen.getByRole("radio", { name: "Option 1 is the correct answer" }).focus();
    await user.keyboard(" ");
    screen.getByRole("textbox", { name: "Option 2" }).focus();
    await user.keyboard("{Enter}");
    expect(listed()[0]).toHaveTextContent("Correct answer: 4");
    expect(listed()[0]).toHaveTextContent("2 options");
    expect(text()).toHaveFocus();
  });

  it("are checked: the problem is named at its field and nothing typed is lost", async () => {
    const { user } = open([]);
    await user.type(text(), "Two plus two?");
    await user.type(screen.getByRole("textbox", { name: "Option 1" }), "4");
    await user.click(button("Add Question"));
    await notice("Multiple choice questions need at least 2 options");
    expect(screen.getByRole("alert")).toHaveTextContent("Fill in at least two options");
    expect(text()).toHaveValue("Two plus two?");
    expect(screen.getByRole("textbox", { name: "Option 1" })).toHaveValue("4");
    expect(screen.queryByRole("list", { name: "Questions" })).not.toBeInTheDocument();
  });

  it("are edited in their place", async () => {
    const { user } = open();
    await user.click(button("Edit question 2"));
    await user.clear(text());
    await user.type(text(), "When not?");
    await user.click(button("Update question"));
    await notice("Question updated successfully");
    expect(listed()[1]).toHaveTextContent("2. When not?");
    expect(listed()).toHaveLength(3);
  });

  it("are duplicated right below, marked as a copy", async () => {
    const { user } = open();
    await user.click(button("Duplicate question 1"));
    expect(listed()).toHaveLength(4);
    expect(listed()[1]).toHaveTextContent(/was created\? \(Copy\)/);
  });

  it("are deleted only after a question", async () => {
    const { user } = open();
    await user.click(button("Delete question 3"));
    const dialog = within(await screen.findByRole("dialog", { name: "Delete this question?" }));
    expect(dialog.getByText(/reverses the words/)).toBeVisible();
    await user.click(dialog.getByRole("button", { name: "Delete question" }));
    expect(listed()).toHaveLength(2);
  });

  it("are not left with one half written unless the author agrees", async () => {
    const { user, onPrevious } = open();
    await user.type(text(), "Half a ques");
    await user.click(button("Previous"));
    await user.click(await screen.findByRole("button", { name: "Keep writing" }));
    expect(onPrevious).not.toHaveBeenCalled();
    expect(text()).toHaveValue("Half a ques");
    await user.click(button("Previous"));
    await user.click(await screen.findByRole("button", { name: "Discard question" }));
    expect(onPrevious).toHaveBeenCalledOnce();
  });
});

describe("the sections of a new test", () => {
  beforeEach(() => localStorage.clear());

  it("are absent until an author wants them", async () => {
    const { user } = open();
    expect(screen.queryByRole("textbox", { name: /Title of section/ })).toBeNull();
    await user.click(button("Divide into sections"));
    expect(screen.getByRole("textbox", { name: "Title of section 1" })).toBeVisible();
    expect(listedIn(1)).toHaveLength(3);
    await expectAccessible();
    await user.click(button("Without sections"));
    expect(listed()).toHaveLength(3);
  });

  it("have title, time, rules and instructions, and are kept in the draft", async () => {
    const { user } = open();
    await user.click(button("Divide into sections"));
    await user.type(screen.getByRole("textbox", { name: "Title of section 1" }), "Reading");
    await user.type(screen.getByRole("textbox", { name: "Own time in minutes" }), "15");
    await user.click(screen.getByRole("checkbox", { name: /^One-way/ }));
    await user.click(screen.getByRole("checkbox", { name: "Shuffle questions" }));
    await user.click(button("Add instructions"));
    await user.type(screen.getByRole("textbox", { name: /^Instructions/ }), "Read first.");
    await user.click(button("Add section"));
    await user.click(button("More actions for question 3"));
    await user.click(await screen.findByRole("menuitem", { name: "Move to section 2" }));
    await waitFor(() =>
      expect(kept()).toMatchObject([
        {
          title: "Reading",
          time: "15",
          one_way: true,
          shuffle_questions: true,
          instructions: "Read first.",
          items: [{ id: "q-1" }, { id: "q-2" }],
        },
        { title: "", items: [{ id: "q-3" }] },
      ]),
    );
  });

  it("get new questions where the author asks for them, with what is half written", async () => {
    const { user } = open();
    await user.click(button("Divide into sections"));
    await user.click(button("Add section"));
    await user.selectOptions(screen.getByRole("combobox", { name: "Question type" }), "Essay");
    await user.type(text(), "Why us?");
    await user.click(button(/^Add Question ?to section 1/));
    expect(text()).toHaveValue("Why us?");
    expect(text()).toHaveFocus();
    await user.click(button("Add Question"));
    await notice("Question added successfully");
    expect(listedIn(1)).toHaveLength(4);
    expect(listedIn(1)[3]).toHaveTextContent("4. Why us?");
    await user.click(button("Edit question 4"));
    await user.type(text(), " And why now?");
    await user.click(button(/^Add Question ?to section 2/));
    await user.click(await screen.findByRole("button", { name: "Keep writing" }));
    await user.click(button("Update question"));
    expect(listedIn(1)[3]).toHaveTextContent("Why us? And why now?");
  });

  it("share passages between their questions", async () => {
    const { user } = open();
    await user.click(button("Divide into sections"));
    await user.click(button("Add passage"));
    await user.type(screen.getByRole("textbox", { name: "Title of the passage" }), "The memo");
    await user.type(screen.getByRole("textbox", { name: /^Text of the passage/ }), "We move.");
    await user.selectOptions(
      screen.getByRole("combobox", { name: "Passage of question 2 of section 1" }),
      "About: The memo",
    );
    await expectAccessible();
    await user.click(button("Duplicate question 2"));
    const memo = { id: "passage-1", title: "The memo", text: "We move.", format: "markdown" };
    const about = { passage: memo.id };
    await waitFor(() =>
      expect(kept()).toMatchObject([
        { passages: [memo], items: [{ id: "q-1" }, { id: "q-2", ...about }, about, { id: "q-3" }] },
      ]),
    );
  });

  it("are not needed for a pool from the bank", async () => {
    server.reply("GET /api/questions", 200, []);
    server.reply("GET /api/questions/tags", 200, [{ tag: "queues", questions: 3 }]);
    const { user } = open([]);
    expect(button("Next: Review")).toBeDisabled();
    await user.click(button("Pool…"));
    const dialog = within(await screen.findByRole("dialog", { name: "Add a pool" }));
    await user.selectOptions(await dialog.findByRole("combobox", { name: "Tags" }), "queues (3)");
    await user.click(dialog.getByRole("button", { name: "Add pool" }));
    expect(screen.getByText("Draw 1 of the questions tagged queues, 1 point each")).toBeVisible();
    expect(button("Next: Review")).toBeEnabled();
    await user.click(button("Delete pool 1"));
    const doomed = within(await screen.findByRole("dialog", { name: "Delete this pool?" }));
    await user.click(doomed.getByRole("button", { name: "Delete pool" }));
    expect(button("Next: Review")).toBeDisabled();
  });
});
