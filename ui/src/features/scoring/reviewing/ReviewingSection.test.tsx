import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { expectAccessible, notice, show } from "@/test/page";
import { ReviewingSection } from "./ReviewingSection";

const ANONYMITY = "GET /api/tests/{id}/anonymous";
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

const off = {
  anonymous: false,
  names_hidden: false,
  version: 2,
  by: null,
  at: null,
  revealed_by: null,
  revealed_at: null,
  reveal_reason: null,
};
const hidden = { ...off, anonymous: true, names_hidden: true };

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

function open(anonymity: ReturnType<typeof sampled<"Anonymity">> = off) {
  server.reply(ANONYMITY, 200, anonymity);
  server.reply(ASSIGNMENTS, 200, stored);
  return show(<ReviewingSection test="t-1" questions={questions} />);
}

const unfold = async (user: ReturnType<typeof open>) =>
  user.click(await screen.findByRole("button", { name: "Reviewing" }));

describe("anonymous reviewing", () => {
  it("is switched on, and says what it does not hide", async () => {
    const user = open();
    await unfold(user);
    const box = await screen.findByRole("checkbox", { name: /Anonymous/ });
    expect(box).toHaveAccessibleDescription(/wrote into an answer are not/);
    server.reply("PUT /api/tests/{id}/anonymous", 200, hidden);
    await user.click(box);
    await notice("The names are hidden");
    expect(server.lastCall("PUT /api/tests/{id}/anonymous").body).toEqual({ anonymous: true, version: 2 });
    await expectAccessible();
  });

  it("shows the names again for a reason only", async () => {
    const user = open(hidden);
    expect(await screen.findByText(/Names are hidden/), "said without opening it").toBeVisible();
    await unfold(user);
    await user.click(await screen.findByRole("button", { name: "Reveal names…" }));
    const dialog = within(screen.getByRole("dialog", { name: "Reveal names" }));
    expect(dialog.getByRole("button", { name: "Reveal names" })).toBeDisabled();
    await user.type(dialog.getByRole("textbox", { name: "Reason" }), "All are scored.");
    server.reply("POST /api/tests/{id}/reveal-names", 200, { ...hidden, names_hidden: false });
    await user.click(dialog.getByRole("button", { name: "Reveal names" }));
    await notice("The names are shown");
    expect(server.lastCall("POST /api/tests/{id}/reveal-names").body).toEqual({ reason: "All are scored." });
  });
});

describe("an anonymous test whose names were revealed", () => {
  it("is reported with its reason, and can end the mode", async () => {
    const revealed = {
      ...off,
      anonymous: true,
      revealed_by: "Ada",
      revealed_at: "2026-03-02T08:00:00Z",
      reveal_reason: "All are scored.",
    };
    const user = open(revealed);
    await unfold(user);
    expect(await screen.findByText(/Names revealed by/)).toHaveTextContent("All are scored.");
    server.reply("PUT /api/tests/{id}/anonymous", 200, off);
    await user.click(screen.getByRole("button", { name: "End anonymous mode" }));
    await notice("This test is not anonymous any more");
    expect(server.lastCall("PUT /api/tests/{id}/anonymous").body).toEqual({ anonymous: false, version: 2 });
  });
});

describe("the reviewers of a test", () => {
  it("show how far they are", async () => {
    const user = open();
    expect(await screen.findByText("Mira Holm has 9 answers left of 30.")).toBeVisible();
    await unfold(user);
    expect(await screen.findByText("9 answers left of 30")).toBeVisible();
    await expectAccessible();
  });

  it("share all answers equally after two presses", async () => {
    const user = open();
    await user.click(await screen.findByRole("button", { name: "Reviewers" }));
    const whole = within(await screen.findByRole("group", { name: "Whole test" }));
    await user.click(whole.getByRole("button", { name: "Split equally" }));
    expect(whole.getAllByText("50%")).toHaveLength(2);
    await expectAccessible();
    const items = ["u-1", "u-2"].map((reviewer_id) => ({ reviewer_id, share: 1, second: false }));
    server.reply(ASSIGN, 200, { ...stored, items, version: 8 });
    await user.click(screen.getByRole("button", { name: "Save" }));
    await notice("The assignments are saved");
    const got = within(await screen.findByRole("list", { name: "Answers of each reviewer" }));
    const lines = got.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(lines).toEqual(["Mira Holm9 answers to score, 21 scored", "Kim SatoNone to score"]);
    expect(screen.getByText(/All answers of a candidate stay with one person/)).toHaveTextContent(
      "Kim Sato got no answer now, but will get later ones.",
    );
    await expectAccessible();
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

  it("learn where two scores differ", async () => {
    server.reply("GET /api/tests/{id}/agreement", 200, {
      agreed: 17,
      to_settle: 1,
      settled: 2,
      kappa: 0.7,
      questions: [],
    });
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
    await unfold(user);
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
