import { screen, within } from "@testing-library/react";
import { useEffect } from "react";
import { describe, expect, it, vi } from "vitest";
import { questions } from "@/test/data";
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

const button = (name: string) => screen.getByRole("button", { name });
const text = () => screen.getByRole("textbox", { name: "Question" });
const listed = () => within(screen.getByRole("list", { name: "Questions" })).getAllByRole("listitem");

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
