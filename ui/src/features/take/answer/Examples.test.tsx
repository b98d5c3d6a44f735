import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { CandidateQuestion } from "@/api/questions";
import { expectAccessible } from "@/test/page";
import { Examples } from "./Examples";

const question: CandidateQuestion = { id: "q1", type: "coding", question: "Echo.", points: 5 };

it("shows the examples and the limits of a coding question", async () => {
  const tests = [
    { input: "1 2", output: "3" },
    { input: "", output: "none" },
  ];
  render(<Examples question={{ ...question, tests, time_limit_ms: 1500, memory_limit_mb: 64 }} />);
  expect(screen.getByText("2 examples")).toBeVisible();
  expect(screen.getByText("1 2")).toBeVisible();
  // It does not look like an input that is the word.
  expect(screen.getByText("Nothing").closest("pre")).toBeNull();
  expect(screen.getByText("none").closest("pre")).toBeVisible();
  expect(screen.getByText(/1.5 s of processor time .* 64 MB of memory/)).toBeVisible();
  await expectAccessible();
});

it("says nothing of a question that no test judges", () => {
  const { container } = render(<Examples question={question} />);
  expect(container).toBeEmptyDOMElement();
});
