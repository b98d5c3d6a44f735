import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { sampled } from "@/test/data";
import { show } from "@/test/page";
import { AnswerCard } from "./AnswerCard";
import { ResultContent } from "./ResultContent";
import { ResultList } from "./ResultList";

const none = () => undefined;
const answer = { ...sampled("ResultAnswer"), question: "Why?", question_type: "essay" as const, answer: "" };

it("marks a result with a late answer in the list", async () => {
  const row = { ...sampled("ResultRow"), submission_id: "s-1", late_answers: 1 };
  const filters = { sort: "date", order: "desc" } as never;
  const list = (late_answers: number) => (
    <ResultList
      results={[{ ...row, late_answers }]}
      filters={filters}
      columns={[]}
      selection={{ rows: new Map(), anchor: null }}
      onToggle={none}
      onTogglePage={none}
      onOpen={none}
      onDecide={none}
    />
  );
  show(list(1));
  expect((await screen.findAllByText("1 late answer"))[0]).toBeVisible();
});

it("says at its question that a late answer waits, and leads to the decision", async () => {
  const late = {
    ...sampled("LateAnswer"),
    question_id: answer.id,
    question: "Why?",
    number: 1,
    waits: true,
    answer: "Because.",
  };
  const detail = {
    ...sampled("ResultDetail"),
    submission_id: "s-1",
    answers: [answer],
    late_answers: [late],
  };
  show(<ResultContent detail={detail} />);
  expect(await screen.findByText("No answer counted; a late answer waits")).toBeVisible();
  expect(screen.getByText("1 late answer"), "beside the score").toBeVisible();
  expect(screen.getByText("1. Why?")).toBeVisible();
  expect(screen.getByRole("link", { name: "Decide in the review" })).toHaveAttribute(
    "href",
    "/admin?tab=scoring&submission=s-1",
  );
});

it("says nothing of late answers where none waits", () => {
  show(<AnswerCard answer={answer} />);
  expect(screen.getByText("No answer")).toBeVisible();
  expect(screen.queryByText(/late answer/)).toBeNull();
});
