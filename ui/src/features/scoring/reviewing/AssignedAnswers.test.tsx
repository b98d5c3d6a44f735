import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { MarkingAnswer, ToReview } from "@/api/types";
import { essayAnswer, rubric } from "@/test/data";
import { server } from "@/test/mock-server";
import { address, expectAccessible, show } from "@/test/page";
import { AssignedAnswers, byTest } from "./AssignedAnswers";

const LIST = "GET /api/reviewing";
const ANSWERS = "GET /api/reviewing/answers";
const SCORE = "POST /api/reviewing/answers/{marking_id}";

const question = (changes: Partial<ToReview> = {}): ToReview => ({
  test_id: "t-1",
  test_title: "Backend engineer",
  question_id: "q-2",
  number: 2,
  question: "When would you choose a queue?",
  question_type: "essay",
  names_hidden: false,
  points: 5,
  left: 9,
  done: 3,
  ...changes,
});

const marking = (marking_id: string, changes: Partial<MarkingAnswer> = {}): MarkingAnswer => ({
  ...essayAnswer({ rubric: rubric() }),
  test_id: "t-1",
  state: "waiting",
  ...changes,
  marking_id,
});

const assigned = (questions: ToReview[]) =>
  server.reply(LIST, 200, {
    left: questions.reduce((sum, { left }) => sum + left, 0),
    done: questions.reduce((sum, { done }) => sum + done, 0),
    questions,
  });

describe("the answers of a reviewer", () => {
  it("are listed by test, with what is left", async () => {
    assigned([question(), question({ question_id: "q-3", question: "Reverse a list.", left: 0, done: 4 })]);
    show(<AssignedAnswers />);
    expect(await screen.findByRole("heading", { name: "Backend engineer" })).toBeVisible();
    expect(screen.getByText("9 answers left")).toBeVisible();
    expect(screen.getByText("9 left of 12")).toBeVisible();
    expect(screen.getByText("All 4 scored")).toBeVisible();
    await expectAccessible();
  });

  it("of an anonymous test may name people, and the list and the answers say so", async () => {
    const words = /Names that candidates wrote into an answer are not/;
    assigned([question({ names_hidden: true })]);
    server.reply(ANSWERS, 200, { answers: [marking("m-1")] });
    const user = show(<AssignedAnswers />);
    expect(await screen.findByText(words)).toBeVisible();
    await user.click(screen.getByRole("button", { name: /When would you choose/ }));
    await screen.findByRole("article");
    expect(screen.getByText(words)).toBeVisible();
    await expectAccessible();
  });

  it("say so where nothing was ever assigned, and where all is done", async () => {
    assigned([]);
    show(<AssignedAnswers />);
    expect(await screen.findByText("Nothing is assigned to you")).toBeVisible();
  });

  it("stay open for changes after the last one", async () => {
    assigned([question({ left: 0, done: 12 })]);
    const user = show(<AssignedAnswers />);
    expect(await screen.findByText("All Caught Up!")).toBeVisible();
    await user.click(screen.getByRole("button", { name: /When would you choose/ }));
    expect(address()).toBe("/?test=t-1&question=q-2&show=all");
  });

  it("are scored by the rubric's keys, one after the other, and name no one", async () => {
    assigned([question({ left: 2, done: 0 })]);
    server.reply(ANSWERS, 200, { answers: [marking("m-1"), marking("m-2", { answer: "To retry." })] });
    server.reply(SCORE, 200, {
      answer: marking("m-1", {
        state: "done",
        manual_score_status: "partial",
        manual_score: 2,
        rubric_items: ["r-1"],
        by_rubric: true,
        version: 4,
      }),
      left: 1,
    });
    const user = show(<AssignedAnswers />, { at: "/?test=t-1&question=q-2" });
    const article = await screen.findByRole("article");
    expect(article).toHaveTextContent("Answer 1 of 2");
    expect(await screen.findByText("2 left")).toBeVisible();
    expect(screen.queryByText(/Candidate/)).not.toBeInTheDocument();
    await user.keyboard("1{Control>}{Enter}{/Control}");
    await waitFor(() => expect(screen.getByRole("article")).toHaveTextContent("To retry."));
    expect(server.lastCall(SCORE)).toMatchObject({
      params: { marking_id: "m-1" },
      body: { rubric_items: ["r-1"], version: 3 },
    });
    expect(screen.getByRole("checkbox", { name: /Names a slow receiver/ })).not.toBeChecked();
    await expectAccessible();
  });

  it("group questions under their tests", () => {
    const groups = byTest([question(), question({ test_id: "t-2" }), question({ question_id: "q-3" })]);
    expect(groups.map(({ id, questions }) => [id, questions.length])).toEqual([
      ["t-1", 2],
      ["t-2", 1],
    ]);
  });
});
