import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { BankQuestion, BankQuestionDetail } from "@/api/types";
import { questions } from "@/test/data";
import { server } from "@/test/mock-server";
import { address, expectAccessible, notice, show } from "@/test/page";
import BankTab from "./BankTab";

const LIST = "GET /api/questions";
const FIGURES = "GET /api/questions/{id}/figures";
const UPDATE = "PUT /api/questions/{id}";
const [content] = questions as [(typeof questions)[0]];

const row = (changes: Partial<BankQuestion> = {}): BankQuestion => ({
  id: "b-1",
  title: "Created",
  type: "multiple_choice",
  summary: "Which status code means that a resource was created?",
  points: 2,
  tags: ["http"],
  difficulty: "easy",
  state: "ready",
  in_bank: true,
  version: 2,
  used_in: 1,
  revision: 4,
  created_at: "2026-02-01T10:00:00Z",
  updated_at: "2026-02-03T10:00:00Z",
  updated_by: "Kim Sato",
  ...changes,
});
const detail = (changes: Partial<BankQuestionDetail> = {}): BankQuestionDetail => ({
  ...row(),
  tests: [{ id: "t-1", title: "Backend engineer" }],
  question: { ...content, id: "b-1", tags: ["http"] },
  ...changes,
});

function open(
  at = "/admin?tab=bank",
  rows = [row(), row({ id: "b-2", title: "", summary: "Why queues?", state: "draft" })],
) {
  server.reply(LIST, 200, rows);
  server.reply("GET /api/questions/tags", 200, [{ tag: "http", questions: 2 }]);
  server.reply("GET /api/questions/{id}", 200, detail());
  return show(<BankTab />, { at, route: "/admin" });
}

const button = (name: string | RegExp) => screen.getByRole("button", { name });
const text = () => screen.findByRole("textbox", { name: "Question" });

describe("the question bank", () => {
  it("lists questions with what is known of them", async () => {
    open();
    const listed = within(await screen.findByRole("list", { name: "Question bank" })).getAllByRole("button", {
      name: /Created|Why queues/,
    });
    expect(listed.map(({ textContent }) => textContent)).toContain("Why queues?");
    expect(screen.getByText("Draft", { selector: "span span" })).toBeVisible();
    await expectAccessible();
  });

  it("shows what results have of the listed questions", async () => {
    const figures = {
      asked: 240,
      tests: 3,
      mean: 61.2,
      discrimination: 0.344,
      median_seconds: 190,
      partial: false,
    };
    open("/admin?tab=bank", [row({ figures }), row({ id: "b-2", title: "", summary: "Why queues?" })]);
    const list = await screen.findByRole("list", { name: "Question bank" });
    expect(await within(list).findByText("61%")).toBeVisible();
    expect(within(list).getAllByText("Discrimination")).toHaveLength(1);
    expect(server.lastCall(LIST).query).toMatchObject({ figures: "true" });
  });

  it("searches while the author types, and keeps the filters in the address", async () => {
    const user = open();
    await screen.findByRole("list", { name: "Question bank" });
    await user.type(screen.getByRole("searchbox"), "queue");
    await waitFor(() => expect(address()).toBe("/admin?tab=bank&q=queue"));
    await user.selectOptions(screen.getByRole("combobox", { name: "Tag" }), "http (2)");
    await user.selectOptions(screen.getByRole("combobox", { name: "State" }), "Retired");
    server.reply(LIST, 200, []);
    await user.selectOptions(screen.getByRole("combobox", { name: "Difficulty" }), "Hard");
    expect(await screen.findByText("No questions match these filters")).toBeVisible();
    expect(server.lastCall(LIST).query).toMatchObject({
      search: "queue",
      tag: "http",
      state: "retired",
      difficulty: "hard",
    });
    await user.click(button("Clear filters"));
    await waitFor(() => expect(address()).toBe("/admin?tab=bank"));
    expect(screen.getByRole("searchbox")).toHaveValue("");
  });

  it("says what it is for while it is empty, and takes the first question", async () => {
    const user = open("/admin?tab=bank", []);
    await user.click(await screen.findByRole("button", { name: "Write the first question" }));
    await user.selectOptions(await screen.findByRole("combobox", { name: "Question type" }), "Essay");
    await user.type(await text(), "Why us?");
    await user.type(screen.getByRole("textbox", { name: "Title" }), "Motivation");
    await user.selectOptions(screen.getByRole("combobox", { name: "Difficulty" }), "Easy");
    await user.click(button("Create question"));
    await notice("Question created.");
    expect(server.lastCall("POST /api/questions").body).toMatchObject({
      title: "Motivation",
      difficulty: "easy",
      state: "draft",
      question: { type: "essay", question: "Why us?" },
    });
    expect(address()).toBe("/admin?tab=bank");
  });

  it("imports a file after a preview", async () => {
    const IMPORT = "POST /api/questions/import";
    const user = open();
    await user.click(await screen.findByRole("button", { name: "More actions" }));
    await user.click(screen.getByRole("menuitem", { name: "Import…" }));
    const question = { place: "line 3", type: "essay" as const, question: "Why queues?", points: 2 };
    const test = {
      title: "Bank",
      duration_minutes: 60,
      question_count: 1,
      total_points: 2,
      questions: [question],
    };
    const report = { format: "yaml", importable: true, tests: [test], findings: [] };
    server.reply(IMPORT, 200, report);
    await user.upload(screen.getByLabelText("File with questions"), new File(["x"], "bank.yaml"));
    expect(await screen.findByText("1 question, 2 points")).toBeVisible();
    expect(server.lastCall(IMPORT).query).toMatchObject({ filename: "bank.yaml", dry_run: "true" });
    server.reply(IMPORT, 201, report);
    await user.click(button("Import 1 question"));
    await notice("1 question imported");
    expect(server.lastCall(IMPORT).query).toMatchObject({ dry_run: "false" });
  });

  it("imports what scores or reads differently only after a click", async () => {
    const IMPORT = "POST /api/questions/import";
    const user = open();
    await user.click(await screen.findByRole("button", { name: "More actions" }));
    await user.click(screen.getByRole("menuitem", { name: "Import…" }));
    const question = { place: "line 3", type: "essay" as const, question: "Why queues?", points: 2 };
    const test = {
      title: "Bank",
      duration_minutes: 60,
      question_count: 1,
      total_points: 2,
      questions: [question],
    };
    const finding = (effect: "scores" | "looks", message: string) => ({
      level: "left_out" as const,
      effect,
      place: "line 3",
      message,
    });
    const findings = [finding("scores", "Half a point is lost."), finding("looks", "It is blue.")];
    const report = { format: "qti", importable: true, tests: [test], findings };
    server.reply(IMPORT, 200, report);
    await user.upload(screen.getByLabelText("File with questions"), new File(["x"], "bank.zip"));
    const worst = within(await screen.findByRole("region", { name: "Scores differently" }));
    expect(worst.getByText("Half a point is lost.")).toBeVisible();
    expect(
      within(screen.getByRole("region", { name: "Looks different" })).getByText("It is blue."),
    ).toBeVisible();
    expect(button("Import 1 question")).toBeDisabled();
    await user.click(
      screen.getByRole("checkbox", { name: /I have read what scores or reads differently.*\(1\)/ }),
    );
    server.reply(IMPORT, 201, report);
    await user.click(button("Import 1 question"));
    await notice("1 question imported");
    expect(server.lastCall(IMPORT).query).toMatchObject({ dry_run: "false", accept_changes: "true" });
  });

  it("saves a change as a new version, and keeps what the server refuses", async () => {
    const user = open("/admin?tab=bank&question=b-1");
    await user.type(await text(), " Really?");
    server.refuse(UPDATE, 422, {
      detail: "Wrong.",
      fields: { "questions[0].question": "Too long.", title: "Taken." },
    });
    await user.click(button("Save question"));
    await notice("The question was not saved: Wrong.");
    expect(await text()).toHaveAccessibleDescription("Too long.");
    expect(screen.getByRole("textbox", { name: "Title" })).toHaveAccessibleDescription(/Taken\./);
    await user.type(await text(), "!");
    expect(await text()).not.toHaveAccessibleDescription("Too long.");
    server.reply(UPDATE, 200, detail({ version: 3, revision: 5 }));
    await user.click(button("Save question"));
    await notice("Question saved as version 3.");
    expect(server.lastCall(UPDATE).body).toMatchObject({
      revision: 4,
      question: { question: `${content.question} Really?!` },
    });
  });

  it("shows both versions when another person saved first, and loses neither", async () => {
    const user = open("/admin?tab=bank&question=b-1");
    await user.type(await text(), " Mine.");
    const theirs = detail({
      revision: 9,
      version: 3,
      question: { ...content, id: "b-1", question: "Their text.", tags: ["http"] },
    });
    server.refuse(UPDATE, 409, {
      detail: "Changed.",
      code: "changed_meanwhile",
      by: "Kim Sato",
      at: "2026-02-04T10:00:00Z",
    });
    server.reply("GET /api/questions/{id}", 200, theirs);
    await user.click(button("Save question"));
    expect(await screen.findByText(/changed this question while you had it open/)).toBeVisible();
    const lines = within(screen.getByRole("list", { name: "Differences to their version" }));
    expect(lines.getByText("Their text.")).toBeVisible();
    expect(lines.getByText(/Mine\.$/)).toBeVisible();
    await expectAccessible();
    await user.click(button("Continue with mine"));
    expect(await text()).toHaveValue(`${content.question} Mine.`);
    server.reply(UPDATE, 200, detail({ revision: 10, version: 4 }));
    await user.click(button("Save question"));
    await notice("Question saved as version 4.");
    expect(server.lastCall(UPDATE).body).toMatchObject({ revision: 9 });
  });

  it("asks before it drops what was typed", async () => {
    const user = open("/admin?tab=bank&question=b-1");
    await user.type(await text(), "!");
    await user.keyboard("{Escape}");
    await user.click(await screen.findByRole("button", { name: "Keep editing" }));
    expect(await text()).toHaveValue(`${content.question}!`);
    await user.click(button("Cancel"));
    await user.click(await screen.findByRole("button", { name: "Discard changes" }));
    expect(address()).toBe("/admin?tab=bank");
  });

  it("shows the versions, each with what it changed", async () => {
    server.reply("GET /api/questions/{id}/versions", 200, [
      { version: 2, question: { ...content, points: 3 }, at: "2026-02-03T10:00:00Z", by: "Kim Sato" },
      { version: 1, question: content, at: "2026-02-01T10:00:00Z" },
    ]);
    const user = open("/admin?tab=bank&question=b-1");
    await user.click(await screen.findByRole("tab", { name: "Versions" }));
    const changes = within(await screen.findByRole("list", { name: "Changes of version 2" }));
    expect(changes.getByText("Multiple choice, 3 points")).toBeVisible();
    expect(changes.getByText("Multiple choice, 2 points")).toBeVisible();
    await expectAccessible();
  });

  it("shows what results say of a question, and says so while they are too few", async () => {
    const figures = { tests: 3, discrimination: 0.34, median_seconds: 190, partial: false };
    server.reply(FIGURES, 200, { ...figures, asked: 240, mean: 61 });
    open("/admin?tab=bank&question=b-1");
    expect(await screen.findByText("Asked 240 times in 3 tests")).toBeVisible();
    const terms = screen.getAllByRole("term").map(({ textContent }) => textContent);
    expect(terms).toEqual(["Mean score", "Discrimination", "Median time spent"]);
    const values = screen.getAllByRole("definition").map(({ textContent }) => textContent);
    expect(values).toEqual(["61%", "0.34", "3 min 10 s"]);
    expect(screen.getByText(/from -1 to 1/)).toBeVisible();
    await expectAccessible();
  });

  it("retires a question after asking, and takes it back", async () => {
    const retired = detail({ state: "retired", revision: 5 });
    server.reply("POST /api/questions/{id}/retire", 200, retired);
    server.reply("POST /api/questions/{id}/restore", 200, detail({ revision: 6 }));
    const user = open("/admin?tab=bank&question=b-1");
    await user.click(await screen.findByRole("button", { name: "Retire" }));
    await user.click(await screen.findByRole("button", { name: "Retire question" }));
    await notice("The question is retired.");
    await user.click(await screen.findByRole("button", { name: "Restore" }));
    await notice("The question is ready again.");
    expect(await screen.findByRole("button", { name: "Retire" })).toBeVisible();
  });
});
