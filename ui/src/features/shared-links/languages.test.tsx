import { act, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { ENGLISH, show as speak } from "@/i18n";
import { sharedLinks } from "@/i18n/ar/shared-links";
import { sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { expectAccessible, show } from "@/test/page";
import SharedPage from "./SharedPage";

afterEach(() => act(() => speak(ENGLISH)));

it("is read in a language of candidates' pages", async () => {
  const reply = { ...sampled("Shared"), test_title: "Operations", results: [] };
  server.reply("GET /api/shares/{token}", 200, reply);
  speak({ tag: "ar", direction: "rtl", parts: { sharedLinks } });
  show(<SharedPage />, { at: "/shared/tok-1", route: "/shared/:token" });
  expect(await screen.findByRole("button", { name: "طباعة" })).toBeVisible();
  expect(screen.getByRole("heading", { name: "Operations" })).toHaveAttribute("dir", "auto");
  await expectAccessible();
});

it("shows questions and answers in the language of the page, where all of a question is translated", async () => {
  const choice = (de: string, en: string) => ({
    question: {
      id: "q-1",
      type: "multiple_choice" as const,
      question: de,
      points: 1,
      options: ["Ja", "Nein"],
      translations: { en: { question: en, options: ["Yes", "No"] } },
    },
    answer: "Nein",
    answer_translations: { en: "No" },
  });
  const partial = choice("Wohin?", "Where to?");
  const result = {
    applicant_name: "Ann",
    started_at: "2026-03-02T09:00:00Z",
    submitted_at: "2026-03-02T09:30:00Z",
    answers: [
      choice("Ist es wahr?", "Is it true?"),
      { ...partial, question: { ...partial.question, id: "q-2", translations: {} }, answer_translations: {} },
    ],
  };
  server.reply("GET /api/shares/{token}", 200, {
    ...sampled("Shared"),
    test_title: "Umzug",
    test_language: "de",
    test_translations: { en: { title: "Moving house" } },
    results: [result],
  });
  show(<SharedPage />, { at: "/shared/tok-1", route: "/shared/:token" });
  expect(await screen.findByRole("heading", { name: "Moving house" })).toHaveAttribute("lang", "en");
  expect(screen.getByText("Is it true?")).toHaveAttribute("lang", "en");
  expect(screen.getByText("No")).toHaveAttribute("lang", "en");
  expect(screen.getByText("Wohin?")).toHaveAttribute("lang", "de");
  expect(screen.getByText("Nein")).not.toHaveAttribute("lang");
});
