import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { SourceText, TestTranslations } from "@/api/types";
import { useSession } from "@/stores/session";
import { backendTest, sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { address, expectAccessible, notice, show } from "@/test/page";
import { TranslationsTab } from "./TranslationsTab";

const READ = "GET /api/tests/{id}/translations";
const SAVE = "PUT /api/tests/{id}/translations/{language}";
const REMOVE = "DELETE /api/tests/{id}/translations/{language}";

const text = (changes: Partial<SourceText>): SourceText => ({
  part: "title",
  of: "",
  at: "",
  source: "Backend engineer",
  source_hash: "1111111111111111",
  max_characters: 200,
  translations: {},
  ...changes,
});
const current = (words: string) => ({ text: words, state: "current" as const });
const ofQuestion = { of: "q-1", number: 1 };
const german = {
  language: "de",
  name: "Deutsch",
  version: 3,
  updated_at: "2026-03-02T09:00:00Z",
  updated_by: "Kim Sato",
  translated: 2,
  changed: 1,
  missing: 1,
};

/** A test of one question, half of it in German. */
const half = (changes: Partial<TestTranslations> = {}): TestTranslations => ({
  language: "en",
  languages: [german],
  texts: [
    text({ translations: { de: current("Backend-Entwickler") } }),
    text({
      part: "question",
      ...ofQuestion,
      source: "Which *code* means created?",
      source_hash: "2222222222222222",
      format: "markdown",
      translations: { de: { text: "Welcher Code?", state: "changed" } },
    }),
    text({
      part: "option",
      ...ofQuestion,
      at: "0",
      source: "200",
      translations: { de: current("200 (gut)") },
    }),
    text({ part: "option", ...ofQuestion, at: "1", source: "none", source_hash: "3333333333333333" }),
  ],
  unused: [],
  ...changes,
});

function open(data = half(), query = "", test = backendTest()) {
  server.reply(READ, 200, data);
  const at = `/admin/tests/t-1/translations${query}`;
  return show(<TranslationsTab test={test} className="" />, { at, route: "/admin/tests/:id/:tab" });
}

const field = (name: string) => screen.findByRole("textbox", { name });
const save = () => screen.getByRole("button", { name: "Save translations" });
const progress = () => screen.getByRole("checkbox", { name: /Deutsch/ });

afterEach(() => useSession.setState({ user: null, status: "anonymous" }));

describe("the translations of a test", () => {
  it("of a question of a pool are previewed with the question of the bank", async () => {
    const texts = half().texts.map((one) => (one.part === "title" ? one : { ...one, of: "b-1" }));
    const bank = sampled("BankQuestionDetail");
    const question = {
      ...bank.question,
      id: "b-1",
      type: "multiple_choice" as const,
      question: "Which code means created?",
      options: ["200", "none"],
    };
    server.reply("GET /api/questions/{id}", 200, { ...bank, id: "b-1", question });
    const user = open(half({ texts }));
    await user.click(await screen.findByRole("button", { name: "See as candidate: Question 1" }));
    const preview = await screen.findByRole("region", { name: /Deutsch/ });
    expect(preview).toHaveTextContent(/Which code means created\?/);
    expect(within(preview).getByRole("note")).toHaveTextContent(/Deutsch/);
  });

  it("are taken over from other tests that ask the same question of the bank", async () => {
    const texts = half().texts.map((one) =>
      one.part === "title" ? one : { ...one, offered: { de: `von dort: ${one.source}` } },
    );
    const user = open(half({ texts }));
    expect(await screen.findByText(/2 texts of these questions/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Take over: Deutsch" }));
    expect(await field("Option 2, Deutsch")).toHaveValue("von dort: none");
    expect(await field("Option 1, Deutsch")).toHaveValue("200 (gut)");
    expect(screen.queryByText(/texts of these questions/)).toBeNull();
    expect(progress()).toHaveAccessibleDescription(/4 of 4 translated/);
    await expectAccessible();
    server.reply(SAVE, 200, half());
    await user.click(save());
    await waitFor(() => expect(server.calls(SAVE)).toHaveLength(1));
    expect(server.lastCall(SAVE).body).toMatchObject({
      texts: expect.arrayContaining([
        expect.objectContaining({ text: "von dort: none", source_hash: "3333333333333333" }),
      ]),
    });
  });

  it("stand beside their sources, each in its language and direction", async () => {
    const user = open(
      half({ texts: half().texts.map((one) => ({ ...one, source: `${one.source} (source)` })) }),
    );
    const title = await field("Title, Deutsch");
    expect(title).toHaveValue("Backend-Entwickler");
    expect(title).toHaveAttribute("lang", "de");
    expect(title).toHaveAttribute("dir", "ltr");
    expect(title).toHaveAccessibleDescription("Translated");
    const source = screen.getByText("Backend engineer (source)");
    expect(source).toHaveAttribute("lang", "en");
    expect(screen.getByText("Which *code* means created? (source)")).toHaveClass("font-mono");
    expect(screen.getByText(/Markdown, as written/)).toBeVisible();
    expect(progress()).toHaveAccessibleDescription(
      /2 of 4 translated, 1 changed, 1 missing · Saved by Kim Sato/,
    );
    await user.click(screen.getByText("How translations reach candidates"));
    expect(screen.getByText(/marked by the same key in all languages/)).toBeVisible();
    await expectAccessible();
  });

  it("leave the language of a source open that the test does not name", async () => {
    const { language: _, ...unnamed } = half();
    open(unnamed);
    const source = await screen.findByText("Backend engineer");
    expect(source).not.toHaveAttribute("lang");
    expect(source).toHaveAttribute("dir", "auto");
    expect(screen.getByRole("link", { name: "Choose it in the settings." })).toBeVisible();
  });

  it("are saved with what was read, and what is older than its source stays so", async () => {
    const user = open();
    await user.type(await field("Option 2, Deutsch"), "keiner");
    expect(progress()).toHaveAccessibleDescription(/3 of 4 translated, 1 changed · .* · Not saved/);
    const now = half({ languages: [{ ...german, version: 4, translated: 3, missing: 0 }] });
    const texts = now.texts.map((one) =>
      one.at === "1" ? { ...one, translations: { de: current("keiner") } } : one,
    );
    server.reply(SAVE, 200, { ...now, texts });
    await user.click(save());
    await notice("Deutsch was saved.");
    const { params, body } = server.lastCall(SAVE);
    expect(params).toEqual({ id: "t-1", language: "de" });
    expect(body).toMatchObject({
      version: 3,
      texts: [
        { part: "title", of: "", at: "", source_hash: "1111111111111111", text: "Backend-Entwickler" },
        { part: "question", of: "q-1", at: "", source_hash: "0000000000000000", text: "Welcher Code?" },
        { part: "option", of: "q-1", at: "0", text: "200 (gut)" },
        { part: "option", of: "q-1", at: "1", source_hash: "3333333333333333", text: "keiner" },
      ],
    });
    await waitFor(() => expect(save()).toBeDisabled());
    expect(await field("Option 2, Deutsch")).toHaveValue("keiner");
    expect(localStorage).toHaveLength(0);
    // On top of what was saved.
    await user.type(await field("Option 2, Deutsch"), "!");
    await user.click(save());
    await waitFor(() => expect(server.lastCall(SAVE).body).toMatchObject({ version: 4 }));
  });

  it("are accepted as still right, after their source has changed", async () => {
    const user = open();
    expect(await screen.findByText("The source has changed since.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: /^Still right: Question, Deutsch/ }));
    expect(screen.queryByText("The source has changed since.")).toBeNull();
    expect(progress()).toHaveAccessibleDescription(/3 of 4 translated, 1 missing/);
    await user.click(save());
    await waitFor(() =>
      expect(server.lastCall(SAVE).body.texts).toContainEqual(
        expect.objectContaining({ part: "question", source_hash: "2222222222222222", text: "Welcher Code?" }),
      ),
    );
  });

  it("are added in a language that the site knows, never in that of the test", async () => {
    const user = open();
    const choice = await screen.findByRole("combobox", { name: "Add a language" });
    const offered = within(choice)
      .getAllByRole("option")
      .map(({ textContent }) => textContent);
    expect(offered).toContain("العربية");
    expect(offered).not.toContain("English");
    expect(offered).not.toContain("Deutsch");
    await user.selectOptions(choice, "العربية");
    expect(address()).toContain("languages=de%2Car");
    const title = await field("Title, العربية");
    expect(title).toHaveAttribute("dir", "rtl");
    expect(title).toHaveAttribute("lang", "ar");
    expect(await field("Title, Deutsch")).toBeVisible();
    await user.type(title, "مهندس");
    await user.click(save());
    await waitFor(() => expect(server.calls(SAVE)).toHaveLength(1));
    expect(server.lastCall(SAVE).params).toMatchObject({ language: "ar" });
    expect(server.lastCall(SAVE).body).toMatchObject({
      version: 0,
      texts: [{ part: "title", text: "مهندس" }],
    });
  });

  it("save both languages that were changed, one after the other", async () => {
    const user = open(half(), "?languages=de,fr");
    await user.type(await field("Option 2, Deutsch"), "keiner");
    await user.type(await field("Option 2, Français"), "aucun");
    const french = { ...german, language: "fr", name: "Français", version: 1 };
    server.reply(SAVE, 200, ({ params: { language } }) =>
      language === "de"
        ? half({ languages: [{ ...german, version: 4 }] })
        : half({ languages: [{ ...german, version: 4 }, french] }),
    );
    await user.click(save());
    await notice("Français was saved.");
    expect(server.calls(SAVE).map(({ params }) => params.language)).toEqual(["de", "fr"]);
    await waitFor(() => expect(save()).toBeDisabled());
  });

  it("are removed after a question", async () => {
    const user = open();
    await user.type(await field("Option 2, Deutsch"), "keiner");
    await user.click(screen.getByRole("button", { name: "Remove Deutsch" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Remove Deutsch?" }));
    expect(dialog.getByText(/^3 translated texts of this language are deleted/)).toBeVisible();
    server.reply(
      REMOVE,
      200,
      half({ languages: [], texts: half().texts.map((one) => ({ ...one, translations: {} })) }),
    );
    await user.click(dialog.getByRole("button", { name: "Remove" }));
    await notice("Deutsch was removed.");
    expect(server.lastCall(REMOVE)).toMatchObject({ params: { language: "de" }, query: { version: "3" } });
    expect(await screen.findByText("This test has no translations")).toBeVisible();
    expect(localStorage).toHaveLength(0);
  });

  it("name what is missing, and show it alone", async () => {
    const user = open();
    await user.click(await screen.findByText(/: 1 text is missing/));
    const link = screen.getByRole("button", { name: "Question 1: Option 2" });
    await user.selectOptions(screen.getByRole("combobox", { name: "Show" }), "Missing only");
    expect(screen.getAllByRole("textbox")).toHaveLength(1);
    // It does not disappear while one types.
    await user.type(await field("Option 2, Deutsch"), "keiner");
    expect(await field("Option 2, Deutsch")).toHaveValue("keiner");
    expect(link).not.toBeInTheDocument();
    await user.selectOptions(screen.getByRole("combobox", { name: "Show" }), "Changed only");
    expect(screen.getAllByRole("textbox")).toEqual([await field("Question, Deutsch")]);
    await user.clear(await field("Question, Deutsch"));
    await user.click(screen.getByRole("button", { name: "Question 1: Question" }));
    expect(screen.getByRole("heading", { name: "Question 1" })).toHaveFocus();
    expect(screen.getAllByRole("textbox")).toHaveLength(4);
  });

  it("show the server's objection at its field, also on another page", async () => {
    const many = Array.from({ length: 30 }, (_, n) =>
      text({ part: "question", of: `q-${n}`, number: n + 1, source: `Source ${n + 1}` }),
    );
    const user = open(half({ texts: many }));
    expect(await screen.findAllByRole("textbox")).toHaveLength(20);
    await user.type((await screen.findAllByRole("textbox"))[0] as HTMLElement, "Erste");
    await user.click(screen.getByRole("button", { name: "Page 2" }));
    const last = screen.getAllByRole("textbox").at(-1) as HTMLElement;
    await user.type(last, "Letzte");
    await user.click(screen.getByRole("button", { name: "Page 1" }));
    server.refuse(SAVE, 422, {
      detail: "Please check what you entered.",
      fields: { "texts[1].text": "The gap [[[[g1]] is missing." },
    });
    await user.click(save());
    await notice("Deutsch could not be saved: Please check what you entered.");
    const wrong = await screen.findByRole("textbox", { description: /The gap .* is missing/ });
    expect(wrong).toHaveValue("Letzte");
    await user.type(wrong, "!");
    expect(wrong).not.toHaveAccessibleDescription(/is missing/);
  });

  it("show an objection to the language beside its name", async () => {
    const user = open();
    await user.type(await field("Option 2, Deutsch"), "keiner");
    server.refuse(SAVE, 422, {
      detail: "Refused.",
      fields: { language: "This is the test's own language." },
    });
    await user.click(save());
    await waitFor(() => expect(progress()).toHaveAccessibleDescription(/This is the test's own language/));
    expect(await field("Option 2, Deutsch")).toHaveValue("keiner");
  });

  it("are seen as a candidate gets them, with what is typed", async () => {
    const markdown = { format: "markdown" as const };
    const ofTest = half().texts.map((one) =>
      one.part === "question"
        ? { ...one, translations: {} }
        : { ...one, ...(one.part === "option" && markdown) },
    );
    const question = {
      id: "q-1",
      type: "multiple_choice" as const,
      question: "Which *code* means created?",
      format: "markdown" as const,
      points: 1,
      options: ["200", "none"],
      correct_answer: "200",
    };
    server.reply("POST /api/tests/content", 200, ({ body }) => {
      const { text } = body as { text: string };
      return { content: { rich: [{ p: [{ t: text }] }] } as unknown as Record<string, never> };
    });
    const user = open(half({ texts: ofTest }), "", backendTest({ questions: [question] }));
    await user.click(await screen.findByRole("button", { name: "See as candidate: Question 1" }));
    const preview = within(screen.getByRole("region", { name: "Preview in Deutsch" }));
    expect(preview.getByRole("note")).toHaveTextContent(
      /Deutsch: candidates read this question in the original. 2 of its texts are not translated/,
    );
    expect(preview.getByRole("radio", { name: "none" })).toBeVisible();
    await expectAccessible();
    await user.type(await field("Question, Deutsch"), "Welcher Code?");
    await user.type(await field("Option 2, Deutsch"), "keiner");
    expect(await preview.findByRole("radio", { name: "keiner" })).toBeVisible();
    expect(preview.queryByRole("note")).toBeNull();
    await user.click(preview.getByRole("radio", { name: "200 (gut)" }));
    expect(preview.getByRole("radio", { name: "200 (gut)" })).toBeChecked();
    await user.click(screen.getByRole("button", { name: "See as candidate: Question 1" }));
    expect(screen.queryByRole("region", { name: "Preview in Deutsch" })).toBeNull();
  });

  it("count the characters of a long text", async () => {
    const texts = [text({ max_characters: 10, translations: { de: current("12345678") } })];
    const user = open(half({ texts }));
    expect(await field("Title, Deutsch")).not.toHaveAccessibleDescription(/characters/);
    await user.type(await field("Title, Deutsch"), "9");
    expect(await field("Title, Deutsch")).toHaveAccessibleDescription(/9 of 10 characters/);
    await user.type(await field("Title, Deutsch"), "123");
    expect(await field("Title, Deutsch")).toHaveAccessibleDescription(/Too long by 2 characters/);
  });

  it("are kept unsaved after a reload, and forgotten on request", async () => {
    const user = open(half(), "?languages=pl");
    await user.type(await field("Title, Polski"), "Programista");
    cleanup();
    // A language that was never saved is found again.
    const again = open();
    expect(await screen.findByRole("checkbox", { name: /Polski/ })).toHaveAccessibleDescription(/Not saved$/);
    await again.click(await screen.findByRole("checkbox", { name: /Polski/ }));
    expect(await field("Title, Polski")).toHaveValue("Programista");
    expect(screen.getByText(/typed/)).toBeVisible();
    await again.click(screen.getByRole("button", { name: "Discard changes" }));
    await again.click(
      within(await screen.findByRole("dialog")).getByRole("button", { name: "Discard changes" }),
    );
    expect(await field("Title, Polski")).toHaveValue("");
    expect(localStorage).toHaveLength(0);
  });

  it("name those whose source is gone, and that a save removes them", async () => {
    const unused = [{ language: "de", part: "question" as const, of: "q-9", at: "", text: "Verwaist" }];
    const user = open(half({ unused }));
    expect(await screen.findByText("Verwaist")).toHaveAttribute("lang", "de");
    expect(screen.getByText(/The next save of Deutsch removes them/)).toBeVisible();
    server.reply(SAVE, 200, half());
    await user.click(screen.getByRole("button", { name: "Save now" }));
    await notice("Deutsch was saved.");
    expect(screen.queryByText("Verwaist")).toBeNull();
  });

  it("are only read by those who may not write", async () => {
    useSession.setState({ user: { ...sampled("User"), role: "staff" }, status: "signed_in" });
    server.reply("GET /api/auth/rights", 200, { capabilities: [{ capability: "read_tests" }] });
    open();
    expect(await screen.findByText("Welcher Code?")).toHaveAttribute("lang", "de");
    expect(screen.getByText("The source has changed since.")).toBeVisible();
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(screen.queryByRole("button", { name: /Save|Remove|Still right/ })).toBeNull();
    expect(screen.queryByRole("combobox", { name: "Add a language" })).toBeNull();
  });

  describe("when another person saved first", () => {
    const theirs = half({
      languages: [{ ...german, version: 4 }],
      texts: half().texts.map((one) => {
        if (one.part === "title") return { ...one, translations: { de: current("Ihr Titel") } };
        return one.at === "1" ? { ...one, translations: { de: current("nichts") } } : one;
      }),
    });
    const stale = async (now: TestTranslations) => {
      const user = open();
      await user.type(await field("Option 2, Deutsch"), "keiner");
      server.refuse(SAVE, 409, {
        detail: "Changed.",
        code: "changed_meanwhile",
        by: "Kim Sato",
        at: "2026-03-02T09:30:00Z",
      });
      server.reply(READ, 200, now);
      await user.click(save());
      return user;
    };
    const choice = (group: RegExp, version: RegExp) =>
      within(screen.getByRole("group", { name: group })).getByRole("radio", { name: version });

    it("shows both texts of each that differs, and saves what was chosen on top", async () => {
      const user = await stale(theirs);
      expect(
        await screen.findByText(/changed the translation into Deutsch while you had it open/),
      ).toBeVisible();
      expect(server.lastCall(SAVE).body).toMatchObject({ version: 3 });
      expect(choice(/^Title and description: Title$/, /^Their version/)).toBeChecked();
      expect(choice(/Question 1: Option 2, changed by both/, /^Your version/)).toBeChecked();
      expect(screen.getAllByText("keiner")[0]).toHaveAttribute("lang", "de");
      await expectAccessible();
      await user.click(screen.getByRole("button", { name: "Continue" }));
      expect(await field("Title, Deutsch")).toHaveValue("Ihr Titel");
      expect(await field("Option 2, Deutsch")).toHaveValue("keiner");
      server.reply(SAVE, 200, theirs);
      await user.click(save());
      await notice("Deutsch was saved.");
      expect(server.lastCall(SAVE).body).toMatchObject({ version: 4 });
      expect(server.lastCall(SAVE).body.texts.map((one) => one.text)).toEqual([
        "Ihr Titel",
        "Welcher Code?",
        "200 (gut)",
        "keiner",
      ]);
    });

    it("takes all of theirs", async () => {
      const user = await stale(theirs);
      await user.click(await screen.findByRole("button", { name: "All theirs" }));
      await user.click(screen.getByRole("button", { name: "Continue" }));
      expect(await field("Option 2, Deutsch")).toHaveValue("nichts");
      expect(save()).toBeDisabled();
    });

    it("keeps one's own where they changed nothing", async () => {
      const user = await stale(half({ languages: [{ ...german, version: 4 }] }));
      await notice(/^Both versions are combined here/);
      server.reply(SAVE, 200, half());
      await user.click(save());
      await waitFor(() => expect(server.lastCall(SAVE).body).toMatchObject({ version: 4 }));
      await notice("Deutsch was saved.");
    });
  });
});
