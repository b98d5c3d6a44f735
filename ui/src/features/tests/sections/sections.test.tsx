import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { BankQuestionDetail, Test } from "@/api/types";
import { useSession } from "@/stores/session";
import { backendTest, questions, sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { expectAccessible, notice, show } from "@/test/page";
import { TestEditor } from "@/test/test-editor";

const UPDATE = "PUT /api/tests/{id}";
const FIGURES = "POST /api/questions/pool-figures";
const [first, second] = questions as [(typeof questions)[0], (typeof questions)[0]];

const banked = (id: string, changes: Partial<BankQuestionDetail> = {}): BankQuestionDetail => ({
  id,
  title: `Question ${id}`,
  type: "essay",
  summary: "Why queues?",
  points: 5,
  tags: ["queues", "http"],
  state: "ready",
  in_bank: true,
  version: 3,
  used_in: 0,
  tests: [],
  revision: 3,
  created_at: "2026-02-01T10:00:00Z",
  updated_at: "2026-02-03T10:00:00Z",
  question: { id, type: "essay", question: "Why queues?", points: 5 },
  ...changes,
});

function open(test: Test = backendTest()) {
  server.reply("GET /api/questions", 200, [
    banked("b-1"),
    banked("b-2"),
    banked("b-3", { tags: ["queues"] }),
  ]);
  server.reply("GET /api/questions/tags", 200, [
    { tag: "queues", questions: 3 },
    { tag: "http", questions: 2 },
  ]);
  server.reply("GET /api/questions/{id}", 200, ({ params }) => banked(params.id ?? ""));
  return show(<TestEditor test={test} />);
}

const button = (name: string | RegExp) => screen.getByRole("button", { name });
const sent = () => server.lastCall(UPDATE).body as { sections?: unknown; questions?: unknown };

describe("a test with questions of the bank", () => {
  beforeEach(() => localStorage.clear());
  afterEach(() => useSession.setState({ user: null, status: "anonymous" }));

  it("takes several from the bank at once, each in its version", async () => {
    const user = open();
    await user.click(button("From the bank…"));
    const picker = within(await screen.findByRole("dialog", { name: "From the question bank" }));
    await user.click(await picker.findByRole("checkbox", { name: /Question b-1/ }));
    await user.click(picker.getByRole("checkbox", { name: /Question b-3/ }));
    await expectAccessible();
    await user.click(picker.getByRole("button", { name: "Add 2 questions" }));
    await notice("2 questions added.");
    expect(screen.getAllByText("Bank, version 3")).toHaveLength(2);
    await user.click(button("Update test"));
    await notice("Test updated successfully!");
    expect(sent().sections).toEqual([
      {
        title: "",
        shuffle_questions: false,
        shuffle_options: false,
        items: [
          ...questions.map((question) => ({ question })),
          { question_id: "b-1", version: 3 },
          { question_id: "b-3", version: 3 },
        ],
      },
    ]);
  });

  it("is offered only to those who have the bank", async () => {
    useSession.setState({ user: { ...sampled("User"), role: "staff" }, status: "signed_in" });
    const test = backendTest();
    server.reply("GET /api/auth/rights", 200, {
      capabilities: [{ capability: "author", tests: [test.id] }],
    });
    open(test);
    expect(button("Update test")).toBeVisible();
    expect(screen.queryByRole("button", { name: /From the bank|Pool/ })).toBeNull();
    expect(screen.queryByRole("button", { name: /More actions for question/ })).toBeNull();
  });

  it("draws from a pool, and says when it holds too little", async () => {
    const user = open();
    await user.click(button("Pool…"));
    const dialog = within(await screen.findByRole("dialog", { name: "Add a pool" }));
    await user.click(dialog.getByRole("button", { name: "Add pool" }));
    expect(dialog.getByRole("alert")).toHaveTextContent("Choose at least one tag");
    await user.selectOptions(dialog.getByRole("combobox", { name: "Tags" }), "queues (3)");
    expect(await dialog.findByText("3 ready questions match now.")).toBeVisible();
    await user.selectOptions(dialog.getByRole("combobox", { name: "Tags" }), "http (2)");
    await user.clear(dialog.getByRole("spinbutton", { name: "Questions to draw" }));
    await user.type(dialog.getByRole("spinbutton", { name: "Questions to draw" }), "3");
    expect(await dialog.findByText(/2 ready questions match now. That is too few: 3/)).toBeVisible();
    await expectAccessible();
    await user.click(dialog.getByRole("button", { name: "Remove the tag http" }));
    await user.click(dialog.getByRole("button", { name: "Add pool" }));
    expect(screen.getByText("Draw 3 of the questions tagged queues, 1 point each")).toBeVisible();
    expect(screen.getByText("6 questions, 20 points")).toBeVisible();
    server.refuse(UPDATE, 422, {
      detail: "A pool is too small.",
      fields: { "sections[0].items[3].pool.draw": "It holds 3 of these." },
    });
    await user.click(button("Update test"));
    await notice("Failed to update test: A pool is too small.");
    expect(screen.getByText("It holds 3 of these.")).toBeVisible();
  });

  it("warns of a pool whose questions differ much in difficulty, and names them", async () => {
    const member = (id: string, mean: number) => ({ id, name: `Question ${id}`, asked: 40, mean });
    server.reply(FIGURES, 200, {
      ready: 3,
      measured: 2,
      easiest: member("b-1", 92),
      hardest: member("b-3", 31),
      uneven: true,
      partial: false,
    });
    const user = open();
    await user.click(button("Pool…"));
    const dialog = within(await screen.findByRole("dialog", { name: "Add a pool" }));
    expect(server.calls(FIGURES), "it has no questions yet").toHaveLength(0);
    await user.selectOptions(dialog.getByRole("combobox", { name: "Tags" }), "queues (3)");
    const warning =
      "These questions differ much in difficulty: candidates earned 92% of the points of “Question b-1” and 31% of " +
      "those of “Question b-3” on average.";
    expect(await dialog.findByText(warning)).toBeVisible();
    expect(server.lastCall(FIGURES).body).toEqual({ tags: ["queues"], without: [] });
    await expectAccessible();
    await user.click(dialog.getByRole("button", { name: "Add pool" }));
    expect(await screen.findByText(warning)).toBeVisible();
  });

  it("is divided into sections by keyboard, and put together again", async () => {
    const user = open();
    button("Divide into sections").focus();
    await user.keyboard("{Enter}");
    await user.click(button("Add section"));
    await user.type(screen.getByRole("textbox", { name: "Title of section 2" }), "Code");
    await user.click(screen.getAllByRole("checkbox", { name: "Shuffle options" })[1] as HTMLElement);
    button("More actions for question 3").focus();
    await user.keyboard("{Enter}");
    await user.click(await screen.findByRole("menuitem", { name: "Move to Code" }));
    expect(
      within(screen.getByRole("list", { name: "Questions of section 2" })).getAllByRole("article"),
    ).toHaveLength(1);
    await expectAccessible();
    await user.click(button("Update test"));
    await notice("Test updated successfully!");
    expect(sent().sections).toMatchObject([
      { title: "", items: [{ question: { id: "q-1" } }, { question: { id: "q-2" } }] },
      { title: "Code", shuffle_options: true, items: [{ question: { id: "q-3" } }] },
    ]);
    await user.click(button("Without sections"));
    await user.click(button("Update test"));
    expect(sent()).not.toHaveProperty("sections");
    expect(sent()).toMatchObject({ questions });
  });

  it("shares a passage between questions, and asks before it is deleted", async () => {
    const user = open();
    await user.click(button("Divide into sections"));
    await user.click(button("Add passage"));
    const passage = within(screen.getByRole("article", { name: "Passage 1" }));
    await user.type(passage.getByRole("textbox", { name: "Title of the passage" }), "The memo");
    await user.type(screen.getByRole("textbox", { name: /^Text of the passage/ }), "We move.");
    const memo = within(screen.getByRole("article", { name: "The memo" }));
    await user.click(memo.getByRole("checkbox", { name: /^1\. / }));
    await user.selectOptions(
      screen.getByRole("combobox", { name: "Passage of question 3 of section 1" }),
      "About: The memo",
    );
    await user.click(button("Delete The memo"));
    const dialog = within(await screen.findByRole("dialog", { name: "Delete this passage?" }));
    expect(dialog.getByText(/2 questions about it stay, without it/)).toBeVisible();
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    await user.click(button("Add instructions"));
    await user.type(screen.getByRole("textbox", { name: /^Instructions/ }), "Read first.");
    await expectAccessible();
    await user.click(button("Update test"));
    await notice("Test updated successfully!");
    expect(sent().sections).toMatchObject([
      {
        instructions: "Read first.",
        passages: [{ title: "The memo", text: "We move.", format: "markdown" }],
        items: [{ passage: "passage-1" }, {}, { passage: "passage-1" }],
      },
    ]);
  });

  it("says that a newer version exists, and takes it", async () => {
    const question = { ...second, id: "b-1" };
    const sections = (status: object) => [
      {
        title: "",
        shuffle_questions: false,
        shuffle_options: false,
        one_way: false,
        items: [{ question: first }, { question_id: "b-1", version: 2, question, ...status }],
      },
    ];
    // Lists of tests do not say what the bank has now.
    const listed = backendTest({ questions: [first, question], sections: sections({}) });
    server.reply("GET /api/tests/{id}", 200, {
      ...listed,
      sections: sections({ newer_version: 3, state: "retired" }),
    });
    const user = open(listed);
    expect(await screen.findByText("It is retired in the bank. This test keeps it.")).toBeVisible();
    expect(screen.getByText("Version 2 is used. Version 3 exists.")).toBeVisible();
    await user.click(button("Take version 3"));
    await notice("Version 3 is taken. Save the test to use it.");
    expect(screen.getByText("Bank, version 3")).toBeVisible();
    await user.click(button("Update test"));
    await notice("Test updated successfully!");
    expect(sent().sections).toMatchObject([{ items: [{}, { question_id: "b-1", version: 3 }] }]);
  });

  it("gives a question of its own to the bank", async () => {
    const user = open();
    server.reply("POST /api/questions", 201, banked("b-9", { version: 1 }));
    await user.click(button("More actions for question 2"));
    await user.click(await screen.findByRole("menuitem", { name: "Add to bank" }));
    await notice(/The question is in the bank/);
    expect(server.lastCall("POST /api/questions").body).toMatchObject({
      state: "ready",
      question: { question: second.question },
    });
    await user.click(button("Update test"));
    await notice("Test updated successfully!");
    expect(sent().sections).toMatchObject([{ items: [{}, { question_id: "b-9", version: 1 }, {}] }]);
  });
});
