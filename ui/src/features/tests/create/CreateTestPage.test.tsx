import { screen, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { backendTest, questions } from "@/test/data";
import { server } from "@/test/mock-server";
import { address, expectAccessible, notice, show } from "@/test/page";
import CreateTestPage from "./CreateTestPage";

const CREATE = "POST /api/tests";
const DRAFT = "test_draft";

const open = () => show(<CreateTestPage />, { at: "/admin/create-test", route: "/admin/create-test" });

const button = (name: string) => screen.getByRole("button", { name });
const title = () => screen.getByRole("textbox", { name: "Test title" });
const duration = () => screen.getByRole("spinbutton", { name: "Duration (minutes)" });
const summary = () => within(screen.getByRole("complementary", { name: "Summary and drafts" }));

/** A draft that this browser kept earlier. */
function keptDraft() {
  const draft = {
    title: "Backend engineer",
    description: "Queues and HTTP.",
    duration_minutes: "45",
    questions,
    lastModified: "2026-03-01T10:00:00Z",
  };
  localStorage.setItem(DRAFT, JSON.stringify(draft));
}

/** The same draft in two sections, with a passage and a pool. */
function keptSections() {
  keptDraft();
  const draft = JSON.parse(localStorage.getItem(DRAFT) ?? "{}");
  const [first, ...others] = questions.map((question) => ({ kind: "written", id: question.id, question }));
  const pool = {
    kind: "pool",
    id: "p4",
    by: "tags",
    tags: ["sql"],
    question_ids: [],
    draw: "2",
    points: "3",
  };
  const rules = { shuffle_questions: false, shuffle_options: false };
  const passages = [{ id: "m", title: "The memo", text: "We move.", format: "markdown" }];
  const reading = { ...rules, id: "s1", title: "Reading", time: "15", one_way: true, passages };
  draft.questions = [];
  draft.sections = [
    { ...reading, items: [{ ...first, passage: "m" }] },
    { ...rules, id: "s2", title: "", items: [...others, pool] },
  ];
  localStorage.setItem(DRAFT, JSON.stringify(draft));
}

/** Loads the kept draft and goes to the last step. */
async function toReview(user: UserEvent) {
  await user.click(button("Continue draft"));
  await user.click(button("Next: Questions"));
  await user.click(button("Next: Review"));
}

describe("the page for a new test", () => {
  it("begins with the facts of the test and a summary", async () => {
    open();
    expect(screen.getByRole("heading", { level: 1, name: "Create Test" })).toBeVisible();
    expect(title()).toHaveValue("");
    expect(duration()).toHaveValue(60);
    expect(summary().getByText("60 min")).toBeVisible();
    await expectAccessible();
  });

  it("leads through its steps with the keyboard, and sends the test", async () => {
    const user = open();
    title().focus();
    await user.keyboard("Writing{Tab}Essays only{Tab}{Control>}a{/Control}30{Enter}");
    await user.selectOptions(screen.getByRole("combobox", { name: "Question type" }), "Essay");
    screen.getByRole("textbox", { name: "Question" }).focus();
    await user.keyboard("Why us?");
    button("Add Question").focus();
    await user.keyboard("{Enter}");
    button("Next: Review").focus();
    await user.keyboard("{Enter}");
    expect(screen.getByRole("heading", { name: "Writing" })).toBeVisible();
    expect(screen.getByText("30 minutes")).toBeVisible();
    button("Create Test").focus();
    await user.keyboard("{Enter}");
    await notice("Test created successfully!");
    expect(address()).toBe("/admin?tab=tests");
    expect(server.calls(CREATE)).toMatchObject([
      {
        body: {
          title: "Writing",
          description: "Essays only",
          duration_minutes: 30,
          questions: [{ type: "essay", question: "Why us?", points: 1 }],
        },
      },
    ]);
  });

  it("stays on the first step until it is complete", async () => {
    const user = open();
    await user.clear(duration());
    await user.type(title(), "  ");
    await user.click(button("Next: Questions"));
    await notice("Test title is required");
    expect(title()).toHaveAccessibleDescription("Give the test a title");
    await user.type(title(), "Writing");
    await user.click(button("Next: Questions"));
    await notice("Duration must be from 1 to 480 minutes");
    expect(title()).toHaveValue("  Writing");
  });

  it("offers the draft of an earlier visit, and shows its questions", async () => {
    keptDraft();
    const user = open();
    await toReview(user);
    expect(screen.getByRole("heading", { name: "Backend engineer" })).toBeVisible();
    expect(screen.getByText("1 question, 10 points")).toBeVisible();
    expect(summary().getByText("17")).toBeVisible();
  });

  it("says before the test is created what its code lacks", async () => {
    server.reply("GET /api/tests/languages", 200, { languages: [{ name: "Go", toolchain: "go 1.24" }] });
    keptDraft();
    const draft = JSON.parse(localStorage.getItem(DRAFT) ?? "{}");
    const code = { id: "c1", type: "coding", question: "Double it.", points: 5, expected_language: "Python" };
    draft.questions = [{ ...code, tests: [{ input: "1", output: "2", visible: false, weight: 1 }] }];
    localStorage.setItem(DRAFT, JSON.stringify(draft));
    const user = open();
    await toReview(user);
    const lacks = await screen.findByText(/hidden tests can be passed: Double it\./);
    expect(lacks).toBeVisible();
    expect(screen.getByText(/Code in Python cannot be judged/)).toBeVisible();
    expect(screen.queryByText(/Invitations can be sent/)).toBeNull();
    await user.click(button("Create Test"));
    await notice("Test created successfully!");
  });

  it("shows a refusal and keeps the whole test, also in the browser", async () => {
    server.refuse(CREATE, 422, { detail: "A question is too long." });
    keptDraft();
    const user = open();
    await toReview(user);
    await user.click(button("Create Test"));
    await notice("Failed to create test: A question is too long.");
    expect(address()).toBe("/admin/create-test");
    await user.click(button("Previous"));
    expect(screen.getByRole("list", { name: "Questions" })).toHaveTextContent("reverses the words");
    expect(localStorage.getItem(DRAFT)).toContain("Backend engineer");
    server.reply(CREATE, 201, ({ body }) => backendTest({ title: body.title }));
    await user.click(button("Next: Review"));
    await user.click(button("Create Test"));
    await notice("Test created successfully!");
    expect(localStorage.getItem(DRAFT)).toBeNull();
  });

  it("asks before it is left with unsaved changes", async () => {
    const user = open();
    await user.type(title(), "Writing");
    await user.click(button("Back to Dashboard"));
    await user.click(await screen.findByRole("button", { name: "Stay" }));
    expect(address()).toBe("/admin/create-test");
    expect(title()).toHaveValue("Writing");
    await user.click(button("Back to Dashboard"));
    await user.click(await screen.findByRole("button", { name: "Keep draft" }));
    expect(await screen.findByText("Elsewhere")).toBeVisible();
    expect(localStorage.getItem(DRAFT)).toContain("Writing");
  });

  it("clears the draft only after a question", async () => {
    const user = open();
    await user.type(title(), "Writing");
    await user.click(button("Clear Draft"));
    const dialog = within(await screen.findByRole("dialog", { name: "Clear this draft?" }));
    await user.click(dialog.getByRole("button", { name: "Clear Draft" }));
    expect(title()).toHaveValue("");
  });
});

describe("the page for a new test with sections", () => {
  beforeEach(() => {
    // There is no layout here: all is in view.
    vi.spyOn(Element.prototype, "getClientRects").mockReturnValue([{}] as unknown as DOMRectList);
    Element.prototype.scrollIntoView = vi.fn();
  });
  afterEach(() => vi.restoreAllMocks());

  it("shows sections, passages and pools with their sizes before it sends them", async () => {
    keptSections();
    const user = open();
    expect(screen.getByRole("region", { name: "Unfinished draft" })).toHaveTextContent("5 questions");
    await toReview(user);
    const facts = screen.getAllByRole("term").map((term) => term.parentElement?.textContent);
    expect(facts).toEqual(expect.arrayContaining(["Questions5", "Sections2", "Passages1"]));
    expect(screen.getByText("Questions from pools").parentElement).toHaveTextContent("2 questions, 6 points");
    const reading = within(screen.getByRole("region", { name: "Reading" }));
    expect(reading.getByText("1 question, 2 points, 15 minutes, one-way")).toBeVisible();
    expect(reading.getByRole("list", { name: "Passages" })).toHaveTextContent("The memo: 1 question");
    expect(reading.getByText("About: The memo")).toBeVisible();
    const second = screen.getByRole("region", { name: "Section 2" });
    expect(second).toHaveTextContent("4–5. Pool: 2 of the questions tagged sql, 3 points each");
    await expectAccessible();
    await user.click(button("Create Test"));
    await notice("Test created successfully!");
    expect(server.lastCall(CREATE).body).toMatchObject({
      questions: [],
      sections: [
        {
          title: "Reading",
          time_minutes: 15,
          one_way: true,
          passages: [{ id: "m", text: "We move." }],
          items: [{ question: { id: "q-1" }, passage: "m" }],
        },
        {
          items: [
            { question: { id: "q-2" } },
            { question: { id: "q-3" } },
            { pool: { tags: ["sql"], draw: 2, points: 3 } },
          ],
        },
      ],
    });
  });

  it.each([
    ["sections[0].passages[0].text", /^Text of the passage/],
    ["sections[1].title", "Title of section 2"],
    ["sections[0].time_minutes", "Own time in minutes"],
  ])("leads to what the server refuses at %s", async (field, name) => {
    server.refuse(CREATE, 422, { detail: "This is wrong.", fields: { [field]: "Not like this." } });
    keptSections();
    const user = open();
    await toReview(user);
    await user.click(button("Create Test"));
    await notice("Failed to create test: This is wrong.");
    const wrong = screen.getAllByRole("textbox", { name }).find((one) => one === document.activeElement);
    expect(wrong).toHaveAccessibleDescription(/Not like this\./);
    expect(wrong).toBeInvalid();
    await expectAccessible();
  });

  it.each(["sections[1].items", "sections[1].items[2].pool.draw", "sections", "questions[0].points"])(
    "leads to words about %s",
    async (field) => {
      server.refuse(CREATE, 422, { detail: "This is wrong.", fields: { [field]: "Not like this." } });
      keptSections();
      const user = open();
      await toReview(user);
      await user.click(button("Create Test"));
      await notice("Failed to create test: This is wrong.");
      expect(document.activeElement).toHaveTextContent("Not like this.");
    },
  );
});
