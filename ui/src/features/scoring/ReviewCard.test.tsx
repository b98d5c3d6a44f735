import { screen, within } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { essayAnswer, sampled, scored } from "@/test/data";
import { server } from "@/test/mock-server";
import { expectAccessible, notice, show } from "@/test/page";
import { ReviewCard } from "./ReviewCard";

const SCORE = "POST /api/admin/scoring/{submission_id}/answer/{answer_id}";

function open(answer = essayAnswer()) {
  function Submission() {
    const [held, setHeld] = useState(answer);
    return <ReviewCard anonymous={false} submission="s-1" answer={held} onAnswer={setHeld} />;
  }
  return show(<Submission />);
}

const comments = () => screen.getByRole("textbox", { name: "Comments" });
const button = (name: string) => screen.getByRole("button", { name });

describe("the card of a written answer", () => {
  it("shows question, answer, points and status", async () => {
    open(essayAnswer({ question_type: "coding", expected_language: "Rust", answer: "fn main() {}" }));
    const card = screen.getByRole("article", { name: "Question 2" });
    expect(card).toHaveTextContent("Coding");
    expect(card).toHaveTextContent("Rust");
    expect(card).toHaveTextContent("5 points");
    expect(card).toHaveTextContent("fn main() {}");
    expect(card).toHaveTextContent("Not Scored");
    await expectAccessible();
  });

  it("sends the version that the reviewer began from, whatever is refreshed meanwhile", async () => {
    function Live() {
      const [held, setHeld] = useState(essayAnswer({ version: 3 }));
      const theirs = { manual_score: 3, manual_score_status: "partial", version: 4 } as const;
      return (
        <>
          <button type="button" onClick={() => setHeld({ ...held, ...theirs })}>
            Refresh
          </button>
          <ReviewCard anonymous={false} submission="s-1" answer={held} onAnswer={setHeld} />
        </>
      );
    }
    const user = show(<Live />);
    await user.type(comments(), "Mine.");
    await user.click(button("Refresh"));
    await user.click(button("Correct"));
    expect(server.lastCall(SCORE).body).toMatchObject({ version: 3, comments: "Mine." });
  });

  it("says that an answer is empty", () => {
    open(essayAnswer({ answer: "  " }));
    expect(screen.getByText("No answer")).toBeVisible();
  });

  it("sends one score with the comment, and marks the choice", async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    server.reply(SCORE, 200, async ({ body }) => {
      await held;
      return scored(
        essayAnswer({
          manual_score_status: "wrong",
          manual_score: 0,
          version: 4,
          review_comments: body.comments ?? "",
          reviewed_by: "Kim Sato",
          reviewed_at: "2026-03-03T08:00:00Z",
        }),
      );
    });
    const user = open();
    await user.type(comments(), "Not about queues.");
    await user.dblClick(button("Wrong"));
    expect(screen.getByRole("group", { name: "Score" })).toHaveAttribute("aria-busy", "true");
    release();
    await notice("Answer scored successfully");
    expect(button("Wrong")).toBePressed();
    expect(button("Correct")).not.toBePressed();
    expect(screen.getByText(/Reviewed by Kim Sato/)).toBeVisible();
    expect(server.calls(SCORE)).toMatchObject([
      {
        params: { submission_id: "s-1", answer_id: "a-2" },
        body: { score_status: "wrong", comments: "Not about queues.", version: 3 },
      },
    ]);
  });

  it("keeps what is typed into the comment while a score is on its way", async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    server.reply(SCORE, 200, async ({ body }) => {
      await held;
      const given = { manual_score_status: "wrong", manual_score: 0, version: 4 } as const;
      return scored(essayAnswer({ ...given, review_comments: body.comments ?? "" }));
    });
    const user = open();
    await user.type(comments(), "Not about queues.");
    await user.click(button("Wrong"));
    await user.type(comments(), " See page 3.");
    release();
    await notice("Answer scored successfully");
    expect(comments()).toHaveValue("Not about queues. See page 3.");
  });

  it("is reached and scored with Tab and Enter", async () => {
    server.reply(SCORE, 200, scored(essayAnswer({ manual_score_status: "partial", manual_score: 1.5 })));
    const user = open();
    await user.tab();
    expect(comments()).toHaveFocus();
    await user.tab();
    expect(button("Correct")).toHaveFocus();
    await user.tab();
    await user.keyboard("1.5{Enter}");
    expect(await screen.findByText("Partial, 1.5 of 5 points")).toBeVisible();
    expect(server.lastCall(SCORE).body).toMatchObject({ score_status: "partial", manual_score: 1.5 });
  });

  it("explains points out of range and sends nothing", async () => {
    const user = open();
    await user.type(screen.getByRole("spinbutton", { name: "Partial score" }), "5.5");
    await user.click(button("Partial"));
    expect(screen.getByRole("alert")).toHaveTextContent("From 0 to 5, in steps of 0.5");
    expect(server.calls(SCORE)).toEqual([]);
  });

  it("takes the suggestion of the AI", async () => {
    server.reply(SCORE, 200, scored(essayAnswer({ manual_score_status: "partial", manual_score: 3 })));
    const suggestion = { score_status: "partial", manual_score: 3, reason: "One case is missing." } as const;
    const user = open(essayAnswer({ ai_suggestion: suggestion }));
    expect(screen.getByText("AI suggests Partial, 3 of 5 points.")).toBeVisible();
    await user.click(button("Use suggestion"));
    expect(await screen.findByText("Partial, 3 of 5 points")).toBeVisible();
    expect(server.lastCall(SCORE).body).toMatchObject({ score_status: "partial", manual_score: 3 });
  });

  it("saves a changed comment with the score it has", async () => {
    server.reply(SCORE, 200, ({ body }) =>
      scored(
        essayAnswer({ manual_score_status: "correct", version: 5, review_comments: body.comments ?? "" }),
      ),
    );
    const user = open(essayAnswer({ manual_score_status: "correct", version: 4, review_comments: "Good" }));
    expect(screen.queryByRole("button", { name: "Save comments" })).not.toBeInTheDocument();
    await user.type(comments(), " work");
    await user.click(button("Save comments"));
    await notice("Answer scored successfully");
    expect(server.lastCall(SCORE).body).toMatchObject({ score_status: "correct", comments: "Good work" });
  });

  it("shows a refusal and keeps what was typed", async () => {
    server.refuse(SCORE, 503, { detail: "The disk is full." });
    const user = open();
    await user.type(comments(), "Fine.");
    await user.click(button("Correct"));
    await notice("Failed to score answer: The disk is full.");
    expect(comments()).toHaveValue("Fine.");
    expect(screen.getByText("Not Scored")).toBeVisible();
  });

  it("offers the score of another reviewer, and adopts it", async () => {
    const theirs = essayAnswer({ manual_score_status: "wrong", version: 4, review_comments: "Off topic" });
    server.refuse(SCORE, 409, { detail: "Changed.", code: "changed_meanwhile", by: "Kim Sato" });
    server.reply("GET /api/admin/scoring/{submission_id}", 200, {
      ...sampled("ScoringDetail"),
      answers: [theirs],
    });
    const user = open();
    await user.type(comments(), "Mine");
    await user.click(button("Correct"));
    const notice = within(await screen.findByRole("alert"));
    expect(notice.getByText("Mine")).toBeVisible();
    await user.click(notice.getByRole("button", { name: "Take theirs" }));
    expect(await screen.findByText("Wrong, 0 of 5 points")).toBeVisible();
    expect(comments()).toHaveValue("Off topic");
    expect(server.calls(SCORE)).toHaveLength(1);
  });
});
