import { cleanup, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { backendTest, questions } from "@/test/data";
import { server } from "@/test/mock-server";
import { expectAccessible, notice, show } from "@/test/page";
import { TestPanel } from "./TestPanel";

const CREATE = "POST /api/tests";
const UPDATE = "PUT /api/tests/{id}";

function open(test: ReturnType<typeof backendTest> | null = backendTest()) {
  const onClose = vi.fn();
  return { user: show(<TestPanel test={test} onClose={onClose} />), onClose };
}

const title = () => screen.getByRole("textbox", { name: "Title" });
const duration = () => screen.getByRole("spinbutton", { name: "Duration (minutes)" });
const button = (name: string) => screen.getByRole("button", { name });

describe("the panel of a test", () => {
  beforeEach(() => localStorage.clear());

  it("shows the test and its questions", async () => {
    open();
    const panel = screen.getByRole("dialog", { name: "Edit Test" });
    expect(panel).toHaveAccessibleDescription(/already started keep the questions/);
    expect(title()).toHaveValue("Backend engineer");
    expect(screen.getByRole("textbox", { name: "Description" })).toHaveValue(
      "Queues, HTTP and a little code.",
    );
    expect(duration()).toHaveValue(45);
    const listed = within(panel).getAllByRole("listitem");
    expect(listed).toHaveLength(3);
    expect(listed[0]).toHaveTextContent("Correct answer: 201");
    expect(listed[2]).toHaveTextContent("Expected language: Rust");
    await expectAccessible();
  });

  it("warns where code of the test would wait for a runner, but not in a new or an archived one", async () => {
    const lacks = {
      cannot_start: null,
      lacks_runner: false,
      missing_languages: ["Swift"],
      unsolved_questions: [],
      failed_solutions: [],
      running_solutions: false,
    };
    server.reply("GET /api/tests/{id}/readiness", 200, lacks);
    open();
    expect(await screen.findByText(/Code in Swift cannot be judged at the moment/)).toBeVisible();
    await expectAccessible();
    cleanup();
    open(null);
    cleanup();
    open(backendTest({ archived: true }));
    expect(server.calls("GET /api/tests/{id}/readiness")).toHaveLength(1);
    expect(screen.queryByText(/cannot be judged/)).not.toBeInTheDocument();
  });

  it("sends the changed test, says so and closes", async () => {
    const { user, onClose } = open();
    await user.clear(title());
    await user.type(title(), " Backend lead ");
    await user.click(button("Update test"));
    await notice("Test updated successfully!");
    expect(onClose).toHaveBeenCalledOnce();
    expect(server.calls(UPDATE)).toMatchObject([
      {
        params: { id: "t-1" },
        body: { title: "Backend lead", duration_minutes: 45, require_fullscreen: false, questions },
      },
    ]);
  });

  it("creates a test with the keyboard alone", async () => {
    const { user, onClose } = open(null);
    expect(screen.getByRole("dialog", { name: "Create New Test" })).toBeVisible();
    title().focus();
    await user.keyboard("Writing{Tab}Essays only{Tab}");
    expect(duration()).toHaveFocus();
    await user.keyboard("{Control>}a{/Control}30{Tab} ");
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

  it("names each missing field and sends nothing", async () => {
    const { user } = open(null);
    await user.clear(duration());
    await user.click(button("Create Test"));
    expect(title()).toHaveAccessibleDescription("Title is required");
    expect(title()).toBeInvalid();
    expect(duration()).toHaveAccessibleDescription("From 1 to 480");
    expect(screen.getByText("A test needs at least one question.")).toBeVisible();
    await notice(/Please fill in all required fields/);
    expect(server.calls(CREATE)).toEqual([]);
  });

  it("shows the server's objection beside the field and keeps what was typed", async () => {
    server.refuse(UPDATE, 422, {
      detail: "The title is too long.",
      fields: { title: "At most 200 characters." },
    });
    const { user, onClose } = open();
    await user.type(title(), " and more");
    await user.click(button("Update test"));
    await notice("Failed to update test: The title is too long.");
    expect(title()).toHaveAccessibleDescription("At most 200 characters.");
    expect(title()).toHaveValue("Backend engineer and more");
    expect(onClose).not.toHaveBeenCalled();
  });

  it("asks before Escape discards changes", async () => {
    const { user, onClose } = open();
    await user.type(title(), "!");
    await user.keyboard("{Escape}");
    const question = within(await screen.findByRole("dialog", { name: "Discard your changes?" }));
    await user.click(question.getByRole("button", { name: "Keep editing" }));
    expect(title()).toHaveValue("Backend engineer!");
    expect(onClose).not.toHaveBeenCalled();
    await user.click(button("Cancel"));
    await user.click(await screen.findByRole("button", { name: "Discard changes" }));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("closes at once when nothing has changed", async () => {
    const { user, onClose } = open();
    await user.keyboard("{Escape}");
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("deletes a question after asking", async () => {
    const { user } = open();
    await user.click(button("Delete question 1"));
    const question = within(await screen.findByRole("dialog", { name: "Delete this question?" }));
    expect(question.getByText(/Which status code/)).toBeVisible();
    await user.click(question.getByRole("button", { name: "Delete question" }));
    expect(screen.getByText("2 questions, 15 points")).toBeVisible();
    await user.click(button("Update test"));
    await notice("Test updated successfully!");
    expect(server.lastCall(UPDATE).body).toMatchObject({ questions: questions.slice(1) });
  });

  describe("when another admin saved first", () => {
    const theirs = backendTest({ version: 2, title: "Their title", description: "Their text." });
    const stale = async () => {
      server.refuse(UPDATE, 409, {
        detail: "Changed.",
        code: "changed_meanwhile",
        by: "Kim Sato",
        at: theirs.updated_at,
      });
      server.reply("GET /api/tests/{id}", 200, theirs);
      const opened = open();
      await opened.user.clear(title());
      await opened.user.type(title(), "My title");
      await opened.user.click(button("Update test"));
      expect(await screen.findByText(/changed this test while you had it open/)).toBeVisible();
      return opened;
    };
    const choice = (group: RegExp, version: RegExp) =>
      within(screen.getByRole("group", { name: group })).getByRole("radio", { name: version });

    it("shows both versions, and saves what was chosen on top of the other", async () => {
      const { user, onClose } = await stale();
      expect(server.lastCall(UPDATE).body).toMatchObject({ title: "My title", version: 1 });
      expect(screen.getByRole("alert")).toHaveTextContent(/Kim Sato/);
      expect(choice(/Title, changed by both/, /Your version/)).toBeChecked();
      expect(choice(/Description/, /Their version/)).toBeChecked();
      await expectAccessible();
      await user.click(button("Continue"));
      expect(title()).toHaveValue("My title");
      expect(screen.getByRole("textbox", { name: "Description" })).toHaveValue("Their text.");
      server.reply(UPDATE, 200, backendTest({ version: 3 }));
      await user.click(button("Update test"));
      await notice("Test updated successfully!");
      expect(server.lastCall(UPDATE).body).toMatchObject({
        title: "My title",
        description: "Their text.",
        version: 2,
      });
      expect(onClose).toHaveBeenCalledOnce();
    });

    it("takes all of theirs, and copies the own version", async () => {
      const { user } = await stale();
      await user.click(button("Copy mine"));
      await notice("Your version was copied.");
      expect(await navigator.clipboard.readText()).toMatch(/^My title\n/);
      await user.click(button("All theirs"));
      await user.click(button("Continue"));
      expect(title()).toHaveValue("Their title");
    });
  });

  describe("when the page or the session ended", () => {
    it("brings the unsaved changes back, with a half-written question", async () => {
      const first = open();
      await first.user.type(title(), " II");
      await first.user.click(button("Edit question 2"));
      const text = within(await screen.findByRole("dialog", { name: "Edit Question" })).getByRole("textbox", {
        name: "Question",
      });
      await first.user.type(text, " And why?");
      cleanup();

      const { user } = open();
      const dialog = within(await screen.findByRole("dialog", { name: "Edit Question" }));
      expect(dialog.getByRole("textbox", { name: "Question" })).toHaveValue(
        `${questions[1]?.question} And why?`,
      );
      await user.click(dialog.getByRole("button", { name: "Update question" }));
      expect(screen.getByText("Your unsaved changes are back.")).toBeVisible();
      expect(title()).toHaveValue("Backend engineer II");
      await user.click(button("Update test"));
      await notice("Test updated successfully!");
      expect(server.lastCall(UPDATE).body).toMatchObject({ title: "Backend engineer II", version: 1 });
      cleanup();

      open();
      expect(screen.queryByText("Your unsaved changes are back.")).toBeNull();
      expect(title()).toHaveValue("Backend engineer");
    });

    it("starts over on request, and keeps nothing that was discarded", async () => {
      const first = open();
      await first.user.type(title(), " II");
      cleanup();
      const { user } = open();
      await user.click(button("Start over"));
      expect(title()).toHaveValue("Backend engineer");
      await user.type(title(), "!");
      await user.keyboard("{Escape}");
      await user.click(await screen.findByRole("button", { name: "Discard changes" }));
      cleanup();
      open();
      expect(title()).toHaveValue("Backend engineer");
    });
  });

  it("creates a test once though its reply is lost, and another only on purpose", async () => {
    const { user } = open(null);
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
