import { useQueryClient } from "@tanstack/react-query";
import { screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import type { Rubric } from "@/api/types";
import { candidateAnswer, essayAnswer, rubric, sampled, scored } from "@/test/data";
import { server } from "@/test/mock-server";
import { expectAccessible, notice, show } from "@/test/page";
import { AnswerReview } from "./AnswerReview";
import { submissionTarget } from "./targets";

const SCORE = "POST /api/admin/scoring/{submission_id}/answer/{answer_id}";

/** The second of three answers, held as the list holds it. */
function open(answer = candidateAnswer(), asked?: Rubric) {
  const handlers = { onMove: vi.fn(), onNames: vi.fn(), onHelp: vi.fn(), onScored: vi.fn() };
  function List() {
    const [held, setHeld] = useState(answer);
    return (
      <AnswerReview
        {...handlers}
        answer={held}
        target={submissionTarget(useQueryClient(), answer.submission_id, answer.id)}
        rubric={asked}
        who={answer.applicant_name}
        submittedAt={answer.submitted_at}
        left={9}
        closed={null}
        place={2}
        count={3}
        more={false}
        paused={false}
        onAnswer={(fresh) => setHeld((before) => ({ ...before, ...fresh }))}
      />
    );
  }
  return { user: show(<List />), ...handlers };
}

const comments = () => screen.getByRole("textbox", { name: "Comments (C)" });
const points = () => screen.getByRole("spinbutton", { name: "Partial score" });

describe("an answer under review", () => {
  it("shows the question, who answered, the answer and its place", async () => {
    open();
    const answer = screen.getByRole("article", { name: /When would you choose a queue/ });
    expect(answer).toHaveTextContent("Noor Haddad");
    expect(answer).toHaveTextContent("When the receiver may be slow or away");
    expect(answer).toHaveTextContent("Answer 2 of 3");
    expect(answer).toHaveTextContent("5 points");
    expect(answer).toHaveTextContent("Not Scored");
    await expectAccessible();
  });

  it("says how many are left", () => {
    open();
    expect(screen.getByText("9 left")).toBeVisible();
  });

  it("sends the score with the comment, and reports it", async () => {
    server.reply(SCORE, 200, ({ body }) =>
      scored(
        essayAnswer({
          manual_score_status: "correct",
          manual_score: 5,
          version: 4,
          review_comments: body.comments ?? "",
        }),
      ),
    );
    const { user, onScored } = open();
    await user.type(comments(), "Clear.");
    await user.click(screen.getByRole("button", { name: "1 Correct" }));
    await notice("Answer scored successfully");
    expect(screen.getByText("Correct, 5 of 5 points")).toBeVisible();
    expect(onScored).toHaveBeenCalledOnce();
    expect(server.calls(SCORE)).toMatchObject([
      {
        params: { submission_id: "s-1", answer_id: "a-2" },
        body: { score_status: "correct", comments: "Clear.", version: 3 },
      },
    ]);
  });

  it("is scored with the keyboard alone", async () => {
    server.reply(SCORE, 200, scored(essayAnswer({ manual_score_status: "partial", manual_score: 2.5 })));
    const { user } = open();
    await user.keyboard("2");
    expect(points()).toHaveFocus();
    await user.keyboard("2.5{Enter}");
    expect(await screen.findByText("Partial, 2.5 of 5 points")).toBeVisible();
    expect(server.lastCall(SCORE).body).toMatchObject({ score_status: "partial", manual_score: 2.5 });
  });

  it("takes keys for moves, names and help, but not while a comment is written", async () => {
    const { user, onMove, onNames, onHelp } = open();
    await user.keyboard("jkn?");
    expect(onMove.mock.calls).toEqual([[1], [-1]]);
    expect(onNames).toHaveBeenCalledOnce();
    expect(onHelp).toHaveBeenCalledOnce();
    await user.keyboard("c");
    expect(comments()).toHaveFocus();
    await user.keyboard("1 jump{Escape}");
    expect(comments()).toHaveValue("1 jump");
    expect(comments()).not.toHaveFocus();
    expect(onMove).toHaveBeenCalledTimes(2);
    expect(server.calls(SCORE)).toEqual([]);
  });

  it("explains points out of range and sends nothing", async () => {
    const { user } = open();
    await user.type(points(), "6");
    await user.click(screen.getByRole("button", { name: "2 Partial" }));
    expect(screen.getByRole("alert")).toHaveTextContent("From 0 to 5, in steps of 0.5");
    expect(points()).toHaveAccessibleDescription("From 0 to 5, in steps of 0.5");
    expect(server.calls(SCORE)).toEqual([]);
  });

  it("shows a refusal and keeps what was typed", async () => {
    server.refuse(SCORE, 503, { detail: "The disk is full." });
    const { user, onScored } = open();
    await user.type(comments(), "Clear.");
    await user.click(screen.getByRole("button", { name: "3 Wrong" }));
    await notice("Failed to score answer: The disk is full.");
    expect(comments()).toHaveValue("Clear.");
    expect(screen.getByText("Not Scored")).toBeVisible();
    expect(onScored).not.toHaveBeenCalled();
  });

  it("shows the score of another reviewer, and sends the own one against that version", async () => {
    const theirs = essayAnswer({ manual_score_status: "wrong", manual_score: 0, version: 4 });
    server.refuse(SCORE, 409, { detail: "Changed.", code: "changed_meanwhile", by: "Kim Sato" });
    server.reply("GET /api/admin/scoring/{submission_id}", 200, {
      ...sampled("ScoringDetail"),
      answers: [theirs],
    });
    const { user } = open();
    await user.click(screen.getByRole("button", { name: "1 Correct" }));
    const notice = within(await screen.findByRole("alert"));
    expect(notice.getByText(/Kim Sato/)).toBeVisible();
    expect(notice.getByText("Wrong, 0 of 5 points")).toBeVisible();
    server.reply(
      SCORE,
      200,
      scored(essayAnswer({ manual_score_status: "correct", manual_score: 5, version: 5 })),
    );
    await user.click(notice.getByRole("button", { name: "Keep mine" }));
    await waitFor(() => expect(screen.queryByRole("alert")).not.toBeInTheDocument());
    expect(server.lastCall(SCORE).body).toMatchObject({ score_status: "correct", version: 4 });
  });
});

describe("an answer with a rubric", () => {
  const byRubric = (items: string[], manual_score: number) =>
    scored(
      essayAnswer({
        manual_score_status: "partial",
        manual_score,
        rubric_items: items,
        by_rubric: true,
        version: 4,
      }),
    );

  it("is scored by digits, which show the points at once, and saved with Ctrl+Enter", async () => {
    server.reply(SCORE, 200, ({ body }) => byRubric(body.rubric_items ?? [], 2.5));
    const { user, onScored } = open(candidateAnswer(), rubric());
    const panel = screen.getByRole("group", { name: "Rubric" });
    await user.keyboard("13");
    expect(panel).toHaveTextContent("2.5 of 5 points");
    expect(screen.getByRole("checkbox", { name: /Names a slow receiver/ })).toBeChecked();
    await user.keyboard("22");
    expect(server.calls(SCORE)).toEqual([]);
    await user.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(onScored).toHaveBeenCalledOnce());
    expect(server.lastCall(SCORE).body).toEqual({ rubric_items: ["r-1", "r-3"], comments: "", version: 3 });
    await expectAccessible();
  });

  it("keeps its items beside a person's own points", async () => {
    server.reply(SCORE, 200, byRubric(["r-1"], 4));
    const { user } = open(candidateAnswer(), rubric());
    await user.keyboard("1p");
    expect(points()).toHaveFocus();
    await user.keyboard("4{Enter}");
    await notice("Answer scored successfully");
    expect(server.lastCall(SCORE).body).toMatchObject({
      score_status: "partial",
      manual_score: 4,
      rubric_items: ["r-1"],
    });
  });

  it("gets full, half or no points by one key each", async () => {
    server.reply(SCORE, 200, byRubric([], 2.5));
    const { user } = open(candidateAnswer(), rubric());
    await user.keyboard("h");
    await notice("Answer scored successfully");
    expect(server.lastCall(SCORE).body).toMatchObject({ score_status: "partial", manual_score: 2.5 });
  });

  it("shows the model answer when it is unfolded, and keeps it so", async () => {
    const { user } = open(candidateAnswer(), rubric());
    const text = screen.getByText("A queue decouples the two sides.");
    expect(text).not.toBeVisible();
    await user.click(screen.getByText("Model answer"));
    await waitFor(() => expect(localStorage.getItem("scoring_model_answer")).toBe("1"));
    expect(text).toBeVisible();
  });

  it("takes a snippet into the comment by keys", async () => {
    const { user } = open(candidateAnswer(), rubric());
    await user.keyboard("cClear.{Escape}s");
    expect(await screen.findByRole("menuitem", { name: "Well structured." })).toBeVisible();
    await user.keyboard("w{Enter}");
    await waitFor(() => expect(comments()).toHaveFocus());
    expect(comments()).toHaveValue("Clear. Well structured.");
    expect(server.calls(SCORE)).toEqual([]);
  });

  it("shows both scores with their items after a conflict", async () => {
    const theirs = essayAnswer({
      manual_score_status: "partial",
      manual_score: 2,
      rubric_items: ["r-2"],
      by_rubric: true,
      version: 4,
    });
    server.refuse(SCORE, 409, { detail: "Changed.", code: "changed_meanwhile", by: "Kim Sato" });
    server.reply("GET /api/admin/scoring/{submission_id}", 200, {
      ...sampled("ScoringDetail"),
      answers: [theirs],
    });
    const { user } = open(candidateAnswer(), rubric());
    await user.keyboard("1{Control>}{Enter}{/Control}");
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("Partial, 2 of 5 points" + "Names retries");
    expect(alert).toHaveTextContent("2 of 5 points" + "Names a slow receiver");
    await user.click(within(alert).getByRole("button", { name: "Take theirs" }));
    expect(screen.getByRole("checkbox", { name: /Names retries/ })).toBeChecked();
    expect(screen.getByRole("checkbox", { name: /Names a slow receiver/ })).not.toBeChecked();
  });
});
