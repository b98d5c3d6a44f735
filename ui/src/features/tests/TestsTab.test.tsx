import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { backendTest, questions, sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { address, expectAccessible, notice, show } from "@/test/page";
import { TestsTab } from "./TestsTab";

const TESTS = "GET /api/tests";

const two = [
  backendTest(),
  backendTest({
    id: "t-2",
    title: "Technical writer",
    description: "",
    questions: questions.slice(1, 2),
    question_count: 1,
    total_points: 5,
  }),
];

function open(at = "/admin") {
  server.reply(TESTS, 200, two);
  return show(<TestsTab />, { at, route: "/admin" });
}

const list = () => screen.findByRole("list", { name: "Tests" });
const titles = () => screen.getAllByRole("heading", { level: 2 }).map((heading) => heading.textContent);

describe("the list of tests", () => {
  it("shows each test with its size", async () => {
    open();
    expect(screen.getByRole("status", { name: "Loading tests" })).toBeVisible();
    const cards = within(await list()).getAllByRole("article");
    expect(cards).toHaveLength(2);
    expect(cards[0]).toHaveTextContent("Backend engineer");
    expect(cards[0]).toHaveTextContent("3 questions, 17 points");
    expect(cards[0]).toHaveTextContent("45 minutes");
    await expectAccessible();
  });

  it("names the languages that a test is translated into", async () => {
    server.reply(TESTS, 200, [backendTest({ translated_into: ["de", "fr"] }), backendTest({ id: "t-2" })]);
    show(<TestsTab />, { at: "/admin", route: "/admin" });
    const [first, second] = within(await list()).getAllByRole("article");
    expect(first).toHaveTextContent("Also in German and French");
    expect(second).not.toHaveTextContent("Also in");
  });

  it("shows how far the invitations of a test have come", async () => {
    const funnel = {
      ...sampled("TestFunnel"),
      test_id: "t-1",
      invited: 30,
      completed: 18,
      waiting_for_review: 2,
    };
    server.reply("GET /api/tests/funnels", 200, [{ ...funnel, median: 60.5 }]);
    const user = open();
    const [first] = within(await list()).getAllByRole("article");
    await waitFor(() => expect(first).toHaveTextContent("30 invited, 18 done, median 61%, 2 to score"));
    if (!first) return;
    await user.click(within(first).getByRole("link", { name: "Invite" }));
    expect(address()).toBe("/admin?tab=invites&send=1&to=t-1");
  });

  it("says which code would wait, with one call for all tests", async () => {
    const tests = [{ input: "1", output: "1", weight: 1 }];
    const code = { id: "q-9", type: "coding" as const, question: "Add.", points: 1, tests };
    const judged = [1, 2, 3].map((n) =>
      backendTest({ id: `t-${n}`, questions: [{ ...code, expected_language: n === 3 ? "Rust" : "Go" }] }),
    );
    server.reply("GET /api/tests/languages", 200, { languages: [{ name: "Rust", toolchain: "rustc" }] });
    server.reply(TESTS, 200, judged);
    show(<TestsTab />, { at: "/admin", route: "/admin" });
    const cards = within(await list()).getAllByRole("article");
    await waitFor(() => expect(cards[0]).toHaveTextContent("No runner for Go"));
    expect(cards[1]).toHaveTextContent("No runner for Go");
    expect(cards[2]).not.toHaveTextContent("No runner");
    expect(server.calls("GET /api/tests/languages")).toHaveLength(1);
    await expectAccessible();
  });

  it("keeps what is done with a whole test in a menu of six", async () => {
    const user = open();
    const [more] = within(await list()).getAllByRole("button", { name: "More actions" });
    if (more) await user.click(more);
    expect(screen.getAllByRole("menuitem").map(({ textContent }) => textContent)).toEqual([
      "Try as candidate",
      "Copy",
      "Export…",
      "Archive",
      "Delete Test",
      "Force Delete All",
    ]);
    await user.click(screen.getByRole("menuitem", { name: "Force Delete All" }));
    expect(await screen.findByRole("dialog", { name: "Force Delete All" })).toBeVisible();
  });

  it("names what a file leaves behind before it is saved", async () => {
    const LOOK = "GET /api/tests/{id}/export/preview";
    const SAVE = "GET /api/tests/{id}/export";
    server.reply(LOOK, 200, {
      findings: [
        { message: "The sections are not in the file." },
        { question: 3, message: "Other programs cannot read the unit." },
      ],
    });
    const user = open();
    const exportDialog = async () => {
      const [more] = within(await list()).getAllByRole("button", { name: "More actions" });
      if (more) await user.click(more);
      await user.click(screen.getByRole("menuitem", { name: "Export…" }));
      return within(await screen.findByRole("dialog", { name: "Export the test" }));
    };
    const choose = async (format: string) => {
      const dialog = await exportDialog();
      await user.click(dialog.getByRole("radio", { name: format }));
      return dialog;
    };
    const save = async (dialog: Awaited<ReturnType<typeof choose>>) => {
      await waitFor(() => expect(dialog.getByRole("button", { name: "Export" })).toBeEnabled());
      await user.click(dialog.getByRole("button", { name: "Export" }));
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    };
    const dialog = await choose("GIFT (Moodle)");
    expect(await dialog.findByText(/2 losses in this format/)).toBeVisible();
    expect(dialog.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "Whole fileThe sections are not in the file.",
      "Question 3Other programs cannot read the unit.",
    ]);
    expect(server.calls(SAVE)).toHaveLength(0);
    await expectAccessible();
    await save(dialog);
    expect(server.lastCall(SAVE).query).toMatchObject({ format: "gift" });
    server.reply(LOOK, 200, { findings: [] });
    await save(await choose("QTI 3.0"));
    expect(server.lastCall(SAVE).query).toMatchObject({ format: "qti30" });
    // JSON holds everything: the server is not asked.
    await save(await choose("JSON"));
    expect(server.lastCall(SAVE).query).toMatchObject({ format: "json" });
    expect(server.calls(LOOK)).toHaveLength(2);
  });

  it("copies and archives a test, and shows the archive", async () => {
    server.reply("POST /api/tests/{id}/copy", 201, backendTest({ title: "Copy of Backend engineer" }));
    const user = open();
    const choose = async (item: string) => {
      const [more] = within(await list()).getAllByRole("button", { name: "More actions" });
      if (more) await user.click(more);
      await user.click(screen.getByRole("menuitem", { name: item }));
    };
    await choose("Copy");
    await notice("“Copy of Backend engineer” was created.");
    await choose("Archive");
    await notice(/The test is archived/);
    server.reply(TESTS, 200, [backendTest({ archived: true })]);
    await user.selectOptions(screen.getByRole("combobox", { name: "Status" }), "Archived");
    expect(await screen.findByText("Archived", { selector: "article *" })).toBeVisible();
    expect(server.lastCall(TESTS).query).toMatchObject({ archived: "true" });
    expect(screen.queryByRole("link", { name: "Invite" })).toBeNull();
    await choose("Restore from the archive");
    await notice("The test can be used again.");
    server.reply(TESTS, 200, []);
    await user.selectOptions(screen.getByRole("combobox", { name: "Status" }), "All statuses");
    await user.selectOptions(screen.getByRole("combobox", { name: "Status" }), "Archived");
    expect(address()).toContain("status=archived");
  });

  it("asks for the pages that follow", async () => {
    const next: HeadersInit = { Link: '</api/tests?limit=200&after=t-1>; rel="next"' };
    server.reply(
      TESTS,
      200,
      ({ query }) => (query.after ? two.slice(1) : two.slice(0, 1)),
      ({ query }) => (query.after ? {} : next),
    );
    show(<TestsTab />, { at: "/admin", route: "/admin" });
    await list();
    expect(await screen.findByText("Technical writer")).toBeVisible();
    expect(server.calls(TESTS).map(({ query }) => query.after)).toEqual([undefined, "t-1"]);
  });

  it("finds tests by words and type, and keeps the filter in the address", async () => {
    const user = open();
    await list();
    await user.type(screen.getByRole("searchbox", { name: "Search tests" }), "writ");
    expect(titles()).toEqual(["Technical writer"]);
    expect(address()).toBe("/admin?q=writ");
    await user.selectOptions(screen.getByRole("combobox", { name: "Question type" }), "Coding");
    expect(screen.getByText("No tests match your filters")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Clear Filters" }));
    expect(titles()).toHaveLength(2);
    expect(address()).toBe("/admin");
  });

  it("finds tests with open invitations", async () => {
    const funnel = { ...sampled("TestFunnel"), sent: 0, scheduled: 0, in_progress: 0 };
    server.reply("GET /api/tests/funnels", 200, [
      { ...funnel, test_id: "t-1" },
      { ...funnel, test_id: "t-2", scheduled: 1 },
    ]);
    const user = open();
    await list();
    await user.selectOptions(screen.getByRole("combobox", { name: "Status" }), "active");
    expect(await screen.findByText("Technical writer")).toBeVisible();
    expect(titles()).toEqual(["Technical writer"]);
  });

  it("leads to the page of a test", async () => {
    const user = open();
    const links = within(await list());
    expect(links.getByRole("link", { name: "Technical writer" })).toHaveAttribute("href", "/admin/tests/t-2");
    const [, edit] = links.getAllByRole("link", { name: "Edit" });
    if (edit) await user.click(edit);
    expect(address()).toBe("/admin/tests/t-2/questions");
  });

  it("leads a new author to the first test", async () => {
    server.reply(TESTS, 200, []);
    const user = show(<TestsTab />, { at: "/admin", route: "/admin" });
    expect(await screen.findByText("No tests created yet")).toBeVisible();
    screen.getByRole("button", { name: "Create Your First Test" }).focus();
    await user.keyboard("{Enter}");
    expect(address()).toBe("/admin/create-test");
  });

  it("says why the tests could not be loaded, and asks again", async () => {
    server.refuse(TESTS, 403, { detail: "This is for administrators." });
    const user = show(<TestsTab />, { at: "/admin?q=writ", route: "/admin" });
    const alert = within(await screen.findByRole("alert"));
    expect(alert.getByText("The tests could not be loaded")).toBeVisible();
    expect(alert.getByText("This is for administrators.")).toBeVisible();
    server.reply(TESTS, 200, two);
    await user.click(alert.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Technical writer")).toBeVisible();
    expect(screen.getByRole("searchbox", { name: "Search tests" })).toHaveValue("writ");
  });
});
