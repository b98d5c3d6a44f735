import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { backendTest, questions } from "@/test/data";
import { server } from "@/test/mock-server";
import { expectAccessible, show } from "@/test/page";
import { PaperDialog } from "./PaperDialog";

const PAPER = "GET /api/tests/{id}/papers/{seed}";
const [first, second] = questions as [(typeof questions)[0], (typeof questions)[0]];

it("shows a paper, draws another, and says why none can be drawn", async () => {
  server.reply(PAPER, 200, ({ params }) => ({
    seed: params.seed ?? "",
    total_points: 7,
    sections: [
      { title: "Basics", questions: [first] },
      { title: "", questions: [{ ...second, bank: { question_id: "b-1", version: 4 } }] },
    ],
  }));
  const user = show(<PaperDialog test={backendTest()} onClose={vi.fn()} />);
  expect(await screen.findByText("2 questions, 7 points")).toBeVisible();
  expect(screen.getByRole("region", { name: "Basics" })).toHaveTextContent(/200201404/);
  expect(screen.getByRole("region", { name: "Section 2" })).toHaveTextContent("from the bank, version 4");
  await expectAccessible();
  const [before] = server.calls(PAPER);
  expect(before?.params.seed).toMatch(/^[0-9a-f]{32}$/);
  server.refuse(PAPER, 409, { detail: "The pool of section 2 holds 1 of 2 questions." });
  await user.click(screen.getByRole("button", { name: "Draw another" }));
  expect(await screen.findByText("The pool of section 2 holds 1 of 2 questions.")).toBeVisible();
  expect(server.lastCall(PAPER).params.seed).not.toBe(before?.params.seed);
});

it("shows the paper in a language of the test, and names what is read in the original", async () => {
  const choice = { ...first, type: "multiple_choice" as const, options: ["one", "two"] };
  server.reply(PAPER, 200, ({ params }) => ({
    seed: params.seed ?? "",
    total_points: 7,
    sections: [
      {
        title: "Basics",
        translations: { de: { title: "Grundlagen" } },
        questions: [
          { ...choice, translations: { de: { question: "Welcher Code?", options: ["eins", "zwei"] } } },
          second,
        ],
      },
    ],
  }));
  const test = { ...backendTest(), language: "en", translated_into: ["de"] };
  const user = show(<PaperDialog test={test} onClose={vi.fn()} />);
  expect(await screen.findByText("one")).toBeVisible();
  expect(screen.queryByText(/In the original/)).toBeNull();
  await user.selectOptions(screen.getByRole("combobox", { name: "Language" }), "Deutsch");
  const section = await screen.findByRole("region", { name: "Grundlagen" });
  expect(section).toHaveTextContent(/Welcher Code\?.*eins.*zwei/s);
  expect(screen.getByText("Welcher Code?")).toHaveAttribute("lang", "de");
  expect(screen.getAllByText(/In the original: Deutsch/)).toHaveLength(1);
  await expectAccessible();
});
