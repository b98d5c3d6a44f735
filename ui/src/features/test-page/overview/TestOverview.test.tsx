import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { TestStatistics } from "@/api/types";
import { StatisticsView } from "@/features/results/statistics/StatisticsView";
import { backendTest, sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { show } from "@/test/page";
import { TestOverview } from "./TestOverview";

const statistics = (counted: number): TestStatistics => ({
  ...sampled("TestStatistics"),
  submissions: 6,
  counted,
  mean: 61.25,
  median: 60,
});

// Of a few, a middle value is nearly the score of one of them.
it.each([
  [4, false],
  [5, true],
])("shows no middle value of fewer than five results: %i", async (counted, isShown) => {
  server.reply("GET /api/tests/{id}/statistics", 200, statistics(counted));
  show(<TestOverview test={backendTest()} />);
  expect((await screen.findByText(/of 6 final/)).textContent?.includes("61.3%")).toBe(isShown);
  show(<StatisticsView test="t-1" />);
  const figure = (await screen.findByText("Median score")).nextSibling;
  expect(figure).toHaveTextContent(isShown ? "60.0%" : "4 of 6 final");
});
