import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { candidateAnswer, essayAnswer, rubric, sampled, scored } from "@/test/data";
import { server } from "@/test/mock-server";
import { address, expectAccessible, notice, queries, show } from "@/test/page";
import { QuestionReview } from "./QuestionReview";
import { answersQuery } from "./queries";

const ANSWERS = "GET /api/admin/scoring/by-question/{test_id}/{question_id}";
const SCORE = "POST /api/admin/scoring/{submission_id}/answer/{answer_id}";

const three = [
  candidateAnswer({ submission_id: "s-1", applicant_name: "Noor Haddad", answer: "To decouple." }),
  candidateAnswer({
    submission_id: "s-2",
    applicant_name: "Ada Brandt",
    answer: "To buffer.",
    manual_score_status: "correct",
    manual_score: 5,
  }),
  candidateAnswer({ submission_id: "s-3", applicant_name: "Li Wen", answer: "To retry." }),
];

function open(answers = three) {
  server.reply(ANSWERS, 200, { answers });
  const onBack = vi.fn();
  const user = show(<QuestionReview test="t-1" question="q-2" onChoose={vi.fn()} onBack={onBack} />);
  return { user, onBack };
}

const reviewed = () => screen.findByRole("article");

describe("all answers to one question", () => {
  it("are asked for by test, question and filter, and shown one at a time", async () => {
    open();
    expect(screen.getByRole("status", { name: "Loading the answers" })).toBeVisible();
    const article = await reviewed();
    expect(article).toHaveTextContent("To decouple.");
    expect(article).toHaveTextContent("Answer 1 of 3");
    expect(screen.queryByText("To buffer.")).not.toBeInTheDocument();
    expect(server.lastCall(ANSWERS)).toMatchObject({
      params: { test_id: "t-1", question_id: "q-2" },
      query: { status: "pending" },
    });
    await expectAccessible();
  });

  it("are walked through with J and K, which stop at the ends", async () => {
    const { user } = open();
    await reviewed();
    await user.keyboard("k");
    expect(await reviewed()).toHaveTextContent("Answer 1 of 3");
    await user.keyboard("jjj");
    expect(await reviewed()).toHaveTextContent("Answer 3 of 3");
    expect(screen.getByText("To retry.")).toBeVisible();
    expect(screen.getByRole("button", { name: "Next answer (J)" })).toBeDisabled();
  });

  it("are scored with one key each: the next unscored one follows", async () => {
    server.reply(SCORE, 200, scored(essayAnswer({ manual_score_status: "correct", manual_score: 5 })));
    const { user } = open();
    await reviewed();
    await user.keyboard("1");
    expect(await screen.findByText("To retry.")).toBeVisible();
    expect(server.lastCall(SCORE)).toMatchObject({
      params: { submission_id: "s-1" },
      body: { score_status: "correct" },
    });
    await user.keyboard("kk");
    expect(await screen.findByText("Correct, 5 of 5 points")).toBeVisible();
  });

  it("stay where they are with the typed comment when a score is refused", async () => {
    server.refuse(SCORE, 503, { detail: "The disk is full." });
    const { user } = open();
    await reviewed();
    await user.keyboard("c");
    await user.keyboard("Short.{Escape}1");
    await notice("Failed to score answer: The disk is full.");
    expect(screen.getByRole("textbox", { name: "Comments (C)" })).toHaveValue("Short.");
    expect(await reviewed()).toHaveTextContent("Answer 1 of 3");
  });

  it("wait for the rubric, with which a digit chooses an item instead of a score", async () => {
    let arrive: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    server.reply("GET /api/tests/{id}/rubrics/{question_id}", 200, async () => {
      await arrived;
      return rubric({ question_id: "q-2" });
    });
    server.reply(ANSWERS, 200, { answers: three });
    const client = queries();
    const user = show(<QuestionReview test="t-1" question="q-2" onChoose={vi.fn()} onBack={vi.fn()} />, {
      client,
    });
    // The list of answers is there before the rubric.
    const { queryKey } = answersQuery("t-1", "q-2", "pending");
    await waitFor(() => expect(client.getQueryData(queryKey)).toBeDefined());
    await user.keyboard("1");
    arrive();
    await reviewed();
    expect(server.calls(SCORE)).toEqual([]);
    await user.keyboard("1");
    expect(screen.getByRole("checkbox", { name: /Names a slow receiver/ })).toBeChecked();
  });

  it("keep their chosen items while the score is saved", async () => {
    server.reply("GET /api/tests/{id}/rubrics/{question_id}", 200, rubric({ question_id: "q-2" }));
    server.reply(SCORE, 200, () => new Promise<never>(() => undefined));
    const { user } = open();
    await reviewed();
    const first = screen.getByRole("checkbox", { name: /Names a slow receiver/ });
    await user.keyboard("1{Control>}{Enter}{/Control}");
    await waitFor(() => expect(server.calls(SCORE)).toHaveLength(1));
    await user.keyboard("1");
    expect(first).toBeChecked();
  });

  it("lose their names on request, which the browser remembers", async () => {
    const { user } = open();
    await reviewed();
    await user.click(screen.getByRole("checkbox", { name: "Hide names" }));
    expect(screen.getByText("Candidate 1")).toBeVisible();
    expect(screen.queryByText("Noor Haddad")).not.toBeInTheDocument();
    expect(localStorage.getItem("scoring_hide_names")).toBe("1");
    await user.keyboard("n");
    expect(screen.getByText("Noor Haddad")).toBeVisible();
  });

  it("include the scored ones on request, which the address remembers", async () => {
    const { user } = open([]);
    expect(await screen.findByText("All Caught Up!")).toBeVisible();
    await user.selectOptions(screen.getByRole("combobox", { name: "Show" }), "All answers");
    expect(await screen.findByText("No answer to this question has been submitted.")).toBeVisible();
    expect(server.lastCall(ANSWERS).query).toMatchObject({ status: "all" });
    expect(address()).toBe("/?show=all");
  });

  it("stand beside the agreement of their two markers", async () => {
    server.reply("GET /api/tests/{id}/agreement", 200, {
      agreed: 12,
      to_settle: 2,
      settled: 0,
      kappa: 0.5,
      questions: [{ question_id: "q-2", agreed: 12, answers: 14, kappa: 0.778 }],
    });
    open();
    expect(
      await screen.findByText("They agree on 12 of 14 answers, kappa 0.78 (substantial)."),
    ).toBeVisible();
    await reviewed();
    await expectAccessible();
  });

  it("pause their keys while the list of keys is open", async () => {
    const { user } = open();
    await reviewed();
    await user.keyboard("?");
    const dialog = await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
    expect(within(dialog).getByText("Mark correct and go to the next answer")).toBeVisible();
    await user.keyboard("1");
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(server.calls(SCORE)).toEqual([]);
  });

  it("once all are scored, lead to the scored ones and to the next question that waits", async () => {
    server.reply(ANSWERS, 200, { answers: [] });
    const asked = (question_id: string, number: number, pending: number) => ({
      ...sampled("AskedQuestion"),
      question_id,
      number,
      pending,
    });
    server.reply("GET /api/admin/scoring/by-question", 200, {
      questions: [asked("q-1", 1, 0), asked("q-2", 2, 3), asked("q-3", 3, 4)],
    });
    const onChoose = vi.fn();
    const user = show(<QuestionReview test="t-1" question="q-2" onChoose={onChoose} onBack={vi.fn()} />);
    await user.click(await screen.findByRole("button", { name: "Next: question 3 (4 to score)" }));
    expect(onChoose).toHaveBeenCalledWith("q-3");
    await user.click(screen.getByRole("button", { name: "Show scored answers" }));
    await waitFor(() => expect(server.lastCall(ANSWERS).query).toMatchObject({ status: "all" }));
    await expectAccessible();
  });

  it("say why they could not be loaded, and are asked for again", async () => {
    server.refuse(ANSWERS, 404, { detail: "This question does not exist." });
    const onBack = vi.fn();
    const user = show(<QuestionReview test="t-1" question="q-9" onChoose={vi.fn()} onBack={onBack} />);
    const alert = within(await screen.findByRole("alert"));
    expect(alert.getByText("The answers could not be loaded")).toBeVisible();
    expect(alert.getByText("This question does not exist.")).toBeVisible();
    server.reply(ANSWERS, 200, { answers: three });
    await user.click(alert.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("To decouple.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Back to questions" }));
    expect(onBack).toHaveBeenCalledOnce();
  });
});
