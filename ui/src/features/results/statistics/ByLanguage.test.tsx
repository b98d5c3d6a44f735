import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { QuestionStatistics, TestStatistics } from "@/api/types";
import { sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { expectAccessible, show } from "@/test/page";
import { StatisticsView } from "./StatisticsView";

const READ = "GET /api/tests/{id}/statistics";

const question = (changes: Partial<QuestionStatistics>): QuestionStatistics => ({
  ...sampled("QuestionStatistics"),
  id: "q-1",
  question: "What is a queue?",
  ...changes,
});
const figures = (changes: Partial<TestStatistics>): TestStatistics => ({
  ...sampled("TestStatistics"),
  submissions: 9,
  counted: 9,
  questions: [question({})],
  ...changes,
});

describe("statistics by language", () => {
  it("are shown for the test and for each question", async () => {
    const blank = { partial: 0, wrong: 0, blank: 0 };
    server.reply(
      READ,
      200,
      figures({
        languages: [
          { language: "en", submissions: 6, counted: 5, mean: 61.25, median: 60 },
          { language: "de", submissions: 2, counted: 2 },
          { submissions: 1, counted: 1 },
        ],
        questions: [
          question({
            languages: [
              { language: "en", scored: 6, correct: 4, share_correct: 0.66, ...blank },
              { language: "de", scored: 1, correct: 1, share_correct: 1, ...blank },
              { scored: 0, correct: 0, ...blank },
            ],
          }),
        ],
      }),
    );
    show(<StatisticsView test="t-1" />);
    const [all, ofQuestion] = await screen.findAllByRole("list", { name: "By language" });
    const rows = within(all as HTMLElement)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent);
    expect(rows).toEqual([
      "EnglishResults5 of 6Mean score61.3%Median score60.0%",
      "DeutschResults2Mean score–Median score–",
      "Not knownResults1Mean score–Median score–",
    ]);
    expect(screen.getAllByText("Deutsch")[0]).toHaveAttribute("lang", "de");
    expect(ofQuestion).toHaveTextContent(
      "English: 66% (6 scored answers)Deutsch: 100% (1 scored answer)Not known: – (0 scored answers)",
    );
    await expectAccessible();
  });

  it("are not shown where all read one language", async () => {
    server.reply(READ, 200, figures({}));
    show(<StatisticsView test="t-1" />);
    expect(await screen.findByText("What is a queue?")).toBeVisible();
    expect(screen.queryByText("By language")).toBeNull();
  });
});
