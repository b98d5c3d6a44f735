import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { backendTest, questions } from "@/test/data";
import { server } from "@/test/mock-server";
import { address, expectAccessible, notice, show } from "@/test/page";
import TestPage from "../TestPage";

const UPDATE = "PUT /api/tests/{id}";

async function open(query = "", test = backendTest()) {
  server.reply("GET /api/tests/{id}", 200, test);
  const user = show(<TestPage header={null} />, {
    at: `/admin/tests/t-1/questions${query}`,
    route: "/admin/tests/:id/:tab?",
  });
  await screen.findByRole("navigation", { name: "Outline" });
  return user;
}

const outline = () => within(screen.getByRole("navigation", { name: "Outline" }));
const rows = () =>
  outline()
    .getAllByRole("listitem")
    .map((row) => within(row).getByRole("button"));
const row = (n: number) => rows()[n - 1] as HTMLElement;
const text = () => screen.getByRole("textbox", { name: "Question" });
const button = (name: string) => screen.getByRole("button", { name });
const sent = () =>
  server.lastCall(UPDATE).body as { questions: { id: string; question: string }[]; sections?: unknown };

describe("the questions of a test", () => {
  beforeEach(() => localStorage.clear());

  it("are an outline, with the open one beside it and its preview; the address names it", async () => {
    const user = await open();
    expect(rows()).toHaveLength(3);
    expect(row(1)).toHaveAttribute("aria-current", "true");
    expect(text()).toHaveValue(questions[0]?.question);
    const preview = within(screen.getByRole("region", { name: "Preview" }));
    expect(preview.getAllByRole("radio")).toHaveLength(3);
    await expectAccessible();
    await user.click(row(2));
    expect(text()).toHaveValue(questions[1]?.question);
    expect(address()).toBe("/admin/tests/t-1/questions?item=q-2");
    cleanup();
    await open("?item=q-2");
    expect(text()).toHaveValue(questions[1]?.question);
  });

  it("come into view where they stand below the outline", async () => {
    const user = await open();
    Element.prototype.scrollIntoView = vi.fn();
    await user.click(row(2));
    await waitFor(() => expect(Element.prototype.scrollIntoView).toHaveBeenCalledWith({ block: "start" }));
  });

  it("are previewed in each language that the test is translated into", async () => {
    const [first] = questions;
    const text = (part: "question" | "option", at: string, source: string, german: string) => ({
      part,
      of: "q-1",
      at,
      number: 1,
      source,
      source_hash: "1111111111111111",
      max_characters: 200,
      translations: { de: { text: german, state: "current" as const } },
    });
    server.reply("GET /api/tests/{id}/translations", 200, {
      language: "en",
      languages: [],
      texts: [
        text("question", "", first?.question ?? "", "Welcher Code?"),
        ...["200", "201", "404"].map((code, at) => text("option", String(at), code, `${code} (de)`)),
      ],
      unused: [],
    });
    const user = await open("", backendTest({ translated_into: ["de"] }));
    await user.click(
      within(screen.getByRole("region", { name: "Preview" })).getByRole("radio", { name: "404" }),
    );
    await user.selectOptions(screen.getByRole("combobox", { name: "Language" }), "Deutsch");
    const preview = within(await screen.findByRole("region", { name: "Preview in Deutsch" }));
    expect(preview.getAllByText("Welcher Code?")[0]).toHaveAttribute("lang", "de");
    expect(preview.getByRole("radio", { name: "404 (de)" })).toBeChecked();
    expect(address()).toContain("preview=de");
    await expectAccessible();
    await user.type(screen.getByRole("textbox", { name: "Question" }), "!");
    expect(await preview.findByRole("note")).toHaveTextContent(/its text is not saved in the test/);
    expect(preview.getAllByText(`${first?.question}!`)[0]).toHaveAttribute("lang", "en");
  });

  it("are saved with what the open form holds, by one press", async () => {
    const user = await open("?item=q-2");
    await user.type(text(), " And why?");
    await user.click(button("Update test"));
    await notice("Test updated successfully!");
    expect(sent().questions.map(({ question }) => question)).toEqual([
      questions[0]?.question,
      `${questions[1]?.question} And why?`,
      questions[2]?.question,
    ]);
  });

  it("take what was written when another one is opened, and stay where it cannot be taken", async () => {
    const user = await open("?item=q-2");
    await user.type(text(), "!");
    await user.click(row(3));
    await notice("Question updated successfully!");
    await user.click(row(2));
    expect(text()).toHaveValue(`${questions[1]?.question}!`);
    await user.clear(text());
    await user.click(row(1));
    await notice("Please enter a question");
    expect(row(2)).toHaveAttribute("aria-current", "true");
    await user.click(button("Update test"));
    expect(server.calls(UPDATE)).toEqual([]);
    await user.click(button("Undo my changes"));
    expect(text()).toHaveValue(`${questions[1]?.question}!`);
    await user.click(row(1));
    expect(row(1)).toHaveAttribute("aria-current", "true");
  });

  it("are added one after another, also from the keyboard", async () => {
    const user = await open();
    screen.getAllByRole("button", { name: "Add Question" })[0]?.focus();
    await user.keyboard("{Enter}");
    await user.selectOptions(screen.getByRole("combobox", { name: "Question type" }), "Essay");
    await user.type(text(), "Why us?");
    await user.click(
      within(screen.getByRole("form", { name: "Add Question to Test" })).getByRole("button", {
        name: "Add Question",
      }),
    );
    await notice("Question added successfully!");
    expect(rows()).toHaveLength(4);
    expect(text()).toHaveValue("");
    await user.type(text(), "And when?");
    await user.click(button("Update test"));
    await notice("Test updated successfully!");
    expect(sent().questions.slice(3)).toMatchObject([{ question: "Why us?" }, { question: "And when?" }]);
  });

  it("move by Alt and an arrow, by buttons and by dragging; arrows alone move the focus", async () => {
    const user = await open();
    row(1).focus();
    await user.keyboard("{ArrowDown}");
    expect(row(2)).toHaveFocus();
    await user.keyboard("{Alt>}{ArrowDown}{/Alt}");
    await waitFor(() => expect(row(3)).toHaveFocus());
    expect(row(3)).toHaveTextContent(questions[1]?.question ?? "");
    expect(screen.getByText("Now at place 3 of 3.")).toBeInTheDocument();
    await user.click(button("Move question 1 down"));
    expect(row(2)).toHaveTextContent(questions[0]?.question ?? "");
    const [first, , third] = outline().getAllByRole("listitem") as [HTMLElement, HTMLElement, HTMLElement];
    const dataTransfer = { setData: () => undefined, effectAllowed: "" };
    fireEvent.dragStart(third, { dataTransfer });
    fireEvent.dragOver(first, { dataTransfer });
    fireEvent.drop(first, { dataTransfer });
    await user.click(button("Update test"));
    await notice("Test updated successfully!");
    expect(sent().questions.map(({ id }) => id)).toEqual(["q-2", "q-3", "q-1"]);
  });

  it("are duplicated and deleted", async () => {
    const user = await open("?item=q-2");
    await user.type(text(), "?");
    await user.click(button("More actions for question 2"));
    await user.click(await screen.findByRole("menuitem", { name: "Duplicate" }));
    expect(row(3)).toHaveTextContent(`${questions[1]?.question}? (Copy)`);
    await user.click(button("Delete question 3"));
    const asked = within(await screen.findByRole("dialog", { name: "Delete this question?" }));
    await user.click(asked.getByRole("button", { name: "Delete question" }));
    expect(rows()).toHaveLength(3);
  });

  it("are divided into sections, whose rules open beside the outline", async () => {
    const user = await open();
    await user.click(button("Divide into sections"));
    await user.type(screen.getByRole("textbox", { name: "Title of section 1" }), "Basics");
    await user.click(button("Add section"));
    await user.type(screen.getByRole("textbox", { name: "Title of section 2" }), "Code");
    await user.click(screen.getByRole("checkbox", { name: "Shuffle options" }));
    await user.click(row(3));
    await user.click(button("More actions for question 3"));
    await user.click(await screen.findByRole("menuitem", { name: "Move to Code" }));
    await expectAccessible();
    await user.click(button("Update test"));
    await notice("Test updated successfully!");
    expect(sent().sections).toMatchObject([
      { title: "Basics", items: [{ question: { id: "q-1" } }, { question: { id: "q-2" } }] },
      { title: "Code", shuffle_options: true, items: [{ question: { id: "q-3" } }] },
    ]);
  });

  it("bring a half-written question back after a reload", async () => {
    const user = await open("?item=q-2");
    await user.type(text(), " And why?");
    cleanup();
    await open("?item=q-1");
    expect(text()).toHaveValue(`${questions[1]?.question} And why?`);
    expect(screen.getByText("Your unsaved changes are back.")).toBeVisible();
  });

  it("send nothing from another tab while the open one cannot be taken, and lead to it", async () => {
    const user = await open("?item=q-2");
    await user.clear(text());
    await user.click(screen.getByRole("tab", { name: "Settings" }));
    await user.click(button("Update test"));
    await notice("Please enter a question");
    expect(server.calls(UPDATE)).toEqual([]);
    await waitFor(() => expect(address()).toBe("/admin/tests/t-1/questions"));
    expect(row(2)).toHaveAttribute("aria-current", "true");
  });

  it("say which one the server refuses", async () => {
    server.refuse(UPDATE, 422, {
      detail: "A question is too long.",
      fields: { "questions[1].question": "At most 20,000 characters." },
    });
    const user = await open();
    await user.click(button("Update test"));
    await notice("Failed to update test: A question is too long.");
    expect(row(2)).toHaveTextContent("has an error");
    await user.click(row(2));
    expect(text()).toHaveAccessibleDescription(/At most 20,000 characters/);
  });
});
