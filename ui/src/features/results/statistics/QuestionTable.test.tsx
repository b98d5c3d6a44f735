import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { QuestionStatistics } from "@/api/types";
import { sampled } from "@/test/data";
import { show } from "@/test/page";
import { QuestionTable } from "./QuestionTable";

function open(discrimination: number | null) {
  const { discrimination: _, ...rest } = sampled("QuestionStatistics");
  const question: QuestionStatistics = { ...rest, ...(discrimination !== null && { discrimination }) };
  show(<QuestionTable test="t-1" questions={[question]} />);
}

it("discrimination is shown once a question has some", () => {
  open(0.4);
  expect(screen.getByText("Discrimination")).toBeVisible();
  expect(screen.getByText("0.40")).toBeVisible();
});

it("discrimination is left out where all questions have too few answers", () => {
  open(null);
  expect(screen.queryByText("Discrimination")).toBeNull();
  expect(screen.queryByText("Too few answers")).toBeNull();
});
