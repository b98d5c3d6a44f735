import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { expectAccessible, notice, show } from "@/test/page";
import { ReviewingSection } from "./ReviewingSection";

const ASSIGNMENTS = "GET /api/tests/{id}/assignments";
const ASSIGN = "PUT /api/tests/{id}/assignments";

const questions = [
  {
    ...sampled("RankingQuestion"),
    id: "q-1",
    number: 1,
    kind: "multiple_choice" as const,
    label: "Pick one",
  },
  { ...sampled("RankingQuestion"), id: "q-2", number: 2, kind: "essay" as const, label: "Queues" },
];

const stored = {
  version: 7,
  by: null,
  at: null,
  dealing: false,
  items: [],
  people: [
    { id: "u-1", full_name: "Mira Holm", role: "reviewer" as const },
    { id: "u-2", full_name: "Kim Sato", role: "reviewer" as const },
  ],
  progress: [{ reviewer_id: "u-1", full_name: "Mira Holm", assigned: 30, done: 21, left: 9 }],
  to_settle: 0,
};

function open() {
  server.reply(ASSIGNMENTS, 200, stored);
  return show(<ReviewingSection test="t-1" questions={questions} />);
}

describe("the reviewers of a test", () => {
  it("show how far they are", async () => {
    open();
    expect(await screen.findByText("9 answers left of 30")).toBeVisible();
  });

  it("share all answers equally after two presses", async () => {
    const user = open();
    await user.click(await screen.findByRole("button", { name: "Reviewers" }));
    const whole = within(await screen.findByRole("group", { name: "Whole test" }));
    await user.click(whole.getByRole("button", { name: "Split equally" }));
    expect(whole.getAllByText("50%")).toHaveLength(2);
    await expectAccessible();
    server.reply(ASSIGN, 200, { ...stored, version: 8 });
    await user.click(screen.getByRole("button", { name: "Save" }));
    await notice("The assignments are saved");
    expect(server.lastCall(ASSIGN).body).toEqual({
      version: 7,
      items: ["u-1", "u-2"].map((reviewer_id) => ({
        reviewer_id,
        question_id: null,
        share: 1,
        second: false,
      })),
    });
  });

  it("take a question of their own, with a second marker", async () => {
    const user = open();
    await user.click(await screen.findByRole("button", { name: "Reviewers" }));
    await user.selectOptions(
      await screen.findByRole("combobox", { name: "A question with reviewers of its own" }),
      "2. Queues",
    );
    const scope = within(screen.getByRole("group", { name: "2. Queues" }));
    await user.selectOptions(scope.getByRole("combobox", { name: "What Kim Sato does" }), "Second marker");
    expect(scope.getByRole("alert")).toHaveTextContent("A second marker needs a first one");
    expect(screen.getByRole("button", { name: "Save" })).toBeDisabled();
    await user.selectOptions(scope.getByRole("combobox", { name: "What Mira Holm does" }), "Scores");
    server.reply(ASSIGN, 200, stored);
    await user.click(screen.getByRole("button", { name: "Save" }));
    await notice("The assignments are saved");
    expect(server.lastCall(ASSIGN).body.items).toMatchObject([
      { reviewer_id: "u-2", question_id: "q-2", second: true },
      { reviewer_id: "u-1", question_id: "q-2", second: false },
    ]);
  });

  it("are told where two scores differ", async () => {
    server.reply("GET /api/tests/{id}/agreement", 200, { agreed: 17, to_settle: 1, settled: 2, kappa: 0.7 });
    server.reply("GET /api/tests/{id}/to-settle", 200, {
      answers: [
        {
          ...sampled("DifferingAnswer"),
          submission_id: "s-1",
          question_id: "q-2",
          question: "Queues",
          points: 5,
          applicant_name: "Candidate 17",
          first: { by: "Mira Holm", score: 2, comments: "Short." },
          second: { by: "Kim Sato", score: 5, comments: null },
        },
      ],
    });
    const user = open();
    expect(await screen.findByText(/kappa 0.70, substantial/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Settle 1…" }));
    await user.click(await screen.findByRole("button", { name: "Take 5 points of Kim Sato" }));
    await notice("Answer scored successfully");
    expect(server.lastCall("POST /api/admin/scoring/{submission_id}/answer/{answer_id}")).toMatchObject({
      params: { submission_id: "s-1", answer_id: "q-2" },
      body: { score_status: "correct", comments: "" },
    });
  });
});
