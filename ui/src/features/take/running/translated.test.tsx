// A test whose author has translated a part of it, on a page whose language changes while it runs.
import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { ENGLISH, show } from "@/i18n";
import { take } from "@/i18n/de/take";
import { server } from "@/test/mock-server";
import { expectAccessible } from "@/test/page";
import { intro, LOAD, SAVE, START, showTest, started } from "@/test/take";

const SUBMIT = "POST /api/submit-test/{token}";
const GERMAN = { tag: "de", direction: "ltr", parts: { take } } as const;

afterEach(() => act(() => show(ENGLISH)));

const [first, second, third] = started().questions;

const QUESTIONS = [
  {
    ...first,
    passage: "memo",
    translations: {
      de: {
        question: "Welcher Status heißt, dass etwas angelegt wurde?",
        options: ["zweihundert", "zweihunderteins", "vierhundertvier"],
      },
    },
  },
  { ...second },
  { ...third, translations: { de: { question: "Kehren Sie die Wörter um." } } },
] as ReturnType<typeof started>["questions"];

const PASSAGES = [
  {
    id: "memo",
    title: "The memo",
    text: "We move to Oslo.",
    translations: { de: { text: "Wir ziehen um." } },
  },
];

const SECTIONS = [
  {
    title: "Basics",
    questions: 3,
    instructions: "Read first.",
    translations: { de: { title: "Grundlagen", instructions: "Lesen Sie zuerst." } },
  },
];

/** The source language of the test, undefined where it names none. */
async function run(language: string | undefined) {
  const reply = intro();
  const test = {
    ...reply.test,
    ...(language && { language }),
    translations: { de: { title: "Entwicklung" } },
  };
  server.reply(LOAD, 200, { ...reply, test });
  server.reply(START, 200, {
    ...started(),
    questions: QUESTIONS,
    passages: PASSAGES,
    sections: SECTIONS,
    entered: [],
  });
  const user = showTest("tok-1");
  await screen.findByRole("heading", { level: 1, name: "Backend engineer" });
  await user.click(await screen.findByRole("button", { name: "Start Test" }));
  await user.click(await screen.findByRole("button", { name: "Proceed" }));
  await screen.findByRole("heading", { name: "Question 1" });
  return user;
}

const langOf = (text: string) => screen.getByText(text).closest("[lang]")?.getAttribute("lang");

describe("a test with translations", () => {
  it("shows its texts in the page's language at once, and keeps and sends the answer of the original", async () => {
    const user = await run("en");
    expect(
      screen.getByText("Which status code means that a resource was created?", { selector: "p" }),
    ).toBeVisible();
    await user.click(screen.getByRole("radio", { name: "201" }));
    const chosen = screen.getByRole("radio", { name: "201" });
    expect(chosen).toHaveFocus();
    act(() => show(GERMAN));
    expect(screen.getByRole("radio", { name: "zweihunderteins" })).toBe(chosen);
    expect(chosen).toBeChecked();
    expect(chosen).toHaveFocus();
    expect(screen.getByText("Wir ziehen um.")).toBeVisible();
    expect(screen.getByText("Lesen Sie zuerst.")).toBeVisible();
    expect(screen.getByRole("heading", { level: 1, name: "Entwicklung" })).toBeVisible();
    expect(document.title).toContain("Entwicklung");
    await waitFor(() => expect(server.calls(SAVE).length).toBeGreaterThan(0), { timeout: 5_000 });
    expect(server.lastCall(SAVE).body?.answers).toMatchObject([{ question_id: "q-1", answer: "201" }]);
    await user.click(screen.getByRole("radio", { name: "vierhundertvier" }));
    await waitFor(
      () =>
        expect(server.lastCall(SAVE).body?.answers).toMatchObject([{ question_id: "q-1", answer: "404" }]),
      { timeout: 5_000 },
    );
    act(() => show(ENGLISH));
    expect(screen.getByRole("radio", { name: "404" })).toBeChecked();
    expect(server.calls(SUBMIT)).toEqual([]);
  });

  it("says the language of each text, and shows the original of a question that is not translated", async () => {
    const user = await run("en");
    act(() => show(GERMAN));
    expect(langOf("Wir ziehen um.")).toBe("de");
    expect(langOf("The memo")).toBe("en");
    expect(langOf("zweihundert")).toBe("de");
    expect(within(screen.getByRole("region", { name: "Frage 1" })).getByText("Grundlagen")).toHaveAttribute(
      "lang",
      "de",
    );
    await expectAccessible();
    await user.click(screen.getByRole("button", { name: "Weiter" }));
    await screen.findByRole("heading", { name: "Frage 2" });
    expect(langOf("When would you choose a queue over a direct call?")).toBe("en");
    expect(screen.getByRole("textbox").closest("[lang]")).toBe(document.documentElement);
    act(() => show(ENGLISH));
    expect(langOf("When would you choose a queue over a direct call?")).toBe("en");
  });

  it("says no language of an original whose language is not known", async () => {
    await run(undefined);
    const question = screen.getByText("Which status code means that a resource was created?", {
      selector: "p",
    });
    expect(question).not.toHaveAttribute("lang");
    expect(question).toHaveAttribute("dir", "auto");
    act(() => show(GERMAN));
    expect(langOf("The memo")).toBe("de");
    expect(screen.getByText("The memo")).not.toHaveAttribute("lang");
    expect(langOf("zweihundert")).toBe("de");
  });
});
