import { cleanup, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { backendTest } from "@/test/data";
import { server } from "@/test/mock-server";
import { expectAccessible, notice, show } from "@/test/page";
import { TestPanel } from "./TestPanel";

const CREATE = "POST /api/tests";

function open() {
  const onClose = vi.fn();
  return { user: show(<TestPanel onClose={onClose} />), onClose };
}

const title = () => screen.getByRole("textbox", { name: "Title" });
const duration = () => screen.getByRole("spinbutton", { name: "Duration (minutes)" });
const button = (name: string) => screen.getByRole("button", { name });

describe("the quick form of a test", () => {
  beforeEach(() => localStorage.clear());

  it("creates a test with the keyboard alone", async () => {
    const { user, onClose } = open();
    expect(screen.getByRole("dialog", { name: "Create New Test" })).toBeVisible();
    title().focus();
    await user.keyboard("Writing{Tab}Essays only{Tab}");
    expect(duration()).toHaveFocus();
    await user.keyboard("{Control>}a{/Control}30{Tab}");
    const more = screen.getByText(/^More: full screen/);
    expect(more).toHaveFocus();
    // The keys of a summary are the browser's.
    await user.click(more);
    screen.getByRole("checkbox", { name: /Open in full screen/ }).focus();
    await user.keyboard(" ");
    expect(screen.getByRole("checkbox", { name: /Open in full screen/ })).toBeChecked();
    button("Add Question").focus();
    await user.keyboard("{Enter}");
    const dialog = within(await screen.findByRole("dialog", { name: "Add Question to Test" }));
    await user.selectOptions(dialog.getByRole("combobox", { name: "Question type" }), "Essay");
    dialog.getByRole("textbox", { name: "Question" }).focus();
    await user.keyboard("Why us?");
    dialog.getByRole("button", { name: "Add Question" }).focus();
    await user.keyboard("{Enter}");
    button("Create Test").focus();
    await user.keyboard("{Enter}");
    await notice("Test created successfully!");
    expect(onClose).toHaveBeenCalledOnce();
    expect(server.lastCall(CREATE).body).toMatchObject({
      title: "Writing",
      description: "Essays only",
      duration_minutes: 30,
      require_fullscreen: true,
      questions: [{ type: "essay", question: "Why us?", points: 1 }],
    });
  });

  it("creates a test in sections, with a passage and a copy of a question", async () => {
    const { user } = open();
    await user.type(title(), "Reading");
    await user.type(screen.getByRole("textbox", { name: "Description" }), "A memo");
    await user.click(button("Add Question"));
    const dialog = within(await screen.findByRole("dialog", { name: "Add Question to Test" }));
    await user.selectOptions(dialog.getByRole("combobox", { name: "Question type" }), "Essay");
    await user.type(dialog.getByRole("textbox", { name: "Question" }), "Why?");
    await user.click(dialog.getByRole("button", { name: "Add Question" }));
    await user.click(button("Divide into sections"));
    await user.click(button("Add passage"));
    await user.type(screen.getByRole("textbox", { name: /^Text of the passage/ }), "We move.");
    await user.click(screen.getByRole("checkbox", { name: "1. Why?" }));
    await user.click(button("Duplicate question 1"));
    await expectAccessible();
    await user.click(button("Create Test"));
    await notice("Test created successfully!");
    expect(server.lastCall(CREATE).body).toMatchObject({
      questions: [],
      sections: [
        {
          passages: [{ id: "passage-1", text: "We move." }],
          items: [
            { question: { question: "Why?" }, passage: "passage-1" },
            { question: { question: "Why? (Copy)" }, passage: "passage-1" },
          ],
        },
      ],
    });
  });

  it("names each missing field and sends nothing", async () => {
    const { user } = open();
    await user.clear(duration());
    await user.click(button("Create Test"));
    expect(title()).toHaveAccessibleDescription("Title is required");
    expect(title()).toBeInvalid();
    expect(duration()).toHaveAccessibleDescription("From 1 to 480");
    expect(screen.getByText("A test needs at least one question.")).toBeVisible();
    await notice(/Please fill in all required fields/);
    expect(server.calls(CREATE)).toEqual([]);
  });

  it("asks before Escape discards what was typed, and keeps nothing that was discarded", async () => {
    const { user, onClose } = open();
    await user.type(title(), "Writing");
    await user.keyboard("{Escape}");
    const question = within(await screen.findByRole("dialog", { name: "Discard your changes?" }));
    await user.click(question.getByRole("button", { name: "Keep editing" }));
    expect(title()).toHaveValue("Writing");
    expect(onClose).not.toHaveBeenCalled();
    cleanup();
    const again = open();
    expect(screen.getByText("Your unsaved changes are back.")).toBeVisible();
    await again.user.click(button("Cancel"));
    await again.user.click(await screen.findByRole("button", { name: "Discard changes" }));
    expect(again.onClose).toHaveBeenCalledOnce();
    cleanup();
    open();
    expect(title()).toHaveValue("");
  });

  it("closes at once when nothing has changed", async () => {
    const { user, onClose } = open();
    await user.keyboard("{Escape}");
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("creates a test once though its reply is lost, and another only on purpose", async () => {
    const { user } = open();
    await user.type(title(), "Writing");
    await user.type(screen.getByRole("textbox", { name: "Description" }), "Essays");
    await user.click(button("Add Question"));
    const dialog = within(await screen.findByRole("dialog", { name: "Add Question to Test" }));
    await user.selectOptions(dialog.getByRole("combobox", { name: "Question type" }), "Essay");
    await user.type(dialog.getByRole("textbox", { name: "Question" }), "Why us?");
    await user.click(dialog.getByRole("button", { name: "Add Question" }));
    server.refuse(CREATE, 503, { detail: "Please try again." });
    await user.click(button("Create Test"));
    await notice(/Please try again/);
    server.refuse(CREATE, 422, {
      detail: "Already created.",
      fields: { "Idempotency-Key": "Already created." },
    });
    await user.click(button("Create Test"));
    await notice(/Already created/);
    server.reply(CREATE, 201, backendTest());
    await user.click(button("Create Test"));
    await notice("Test created successfully!");
    const keys = server.calls(CREATE).map(({ headers }) => headers.get("idempotency-key"));
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });
});
