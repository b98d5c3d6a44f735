import { describe, expect, it } from "vitest";
import type { HistoryOfQuestion, ResultAnswer, ResultDetail, TestStatistics } from "@/api/types";
import { areas, strengths, topics, turningPoints, weaknesses } from "./brief";

function answer(id: string, over: Partial<ResultAnswer>): ResultAnswer {
  return {
    id,
    number: id.charCodeAt(0) - 96,
    question_type: "multiple_choice",
    question: `Question ${id}`,
    points: 2,
    answer: "A",
    earned: 2,
    manual_score_status: "correct",
    review_comments: "",
    ...over,
  } as ResultAnswer;
}

const detail = (answers: ResultAnswer[]) => ({ answers }) as ResultDetail;
const statistics = (shares: Record<string, number>) =>
  ({
    questions: Object.entries(shares).map(([id, share_correct]) => ({
      id,
      share_correct,
      correct: share_correct * 10,
      wrong: 10 - share_correct * 10,
      median_seconds: 60,
    })),
  }) as TestStatistics;

describe("the brief", () => {
  it("names kinds of questions that went well and badly, against all candidates", () => {
    const result = detail([
      answer("a", {}),
      answer("b", { question_type: "essay", points: 4, earned: 1, manual_score_status: "partial" }),
      answer("c", { question_type: "coding", manual_score_status: "pending", earned: undefined }),
    ]);
    const all = areas(result, statistics({ a: 0.5, b: 0.9 }));
    expect(strengths(all)).toEqual([{ name: "Multiple choice", earned: 2, points: 2, field: 0.5 }]);
    expect(weaknesses(all).map(({ name, field }) => [name, field])).toEqual([["Essay", 0.9]]);
    expect(all).toHaveLength(2);
  });

  it("prefers sections, then tags, and leaves out what others did better", () => {
    const tagged = [answer("a", { tags: ["sql", "joins"] }), answer("b", { tags: ["git"], earned: 1.6 })];
    const all = areas(detail(tagged), statistics({ a: 0.5, b: 0.9 }));
    expect(strengths(all).map(({ name }) => name)).toEqual(["sql", "joins"]);
    const divided = tagged.map((one, index) => ({ ...one, section: index === 0 ? "Databases" : "Tools" }));
    expect(areas(detail(divided), undefined).map(({ name }) => name)).toEqual(["Databases", "Tools"]);
  });

  it("asks about answers that differ from the others', and not about the rest", () => {
    const result = detail([
      answer("a", {}),
      answer("b", { earned: 0, manual_score_status: "wrong" }),
      answer("c", {}),
      answer("d", { answer: " ", earned: 0, manual_score_status: "wrong" }),
      answer("e", { manual_score_status: "pending" }),
      answer("f", { seconds: 300, review_comments: "Nice" }),
    ]);
    const found = topics(result, statistics({ a: 0.9, b: 0.9, c: 0.1, f: 0.9 }));
    expect(found.map(({ answer: { number }, reasons }) => [number, reasons])).toEqual([
      [2, ["9 of 10 solved this"]],
      [3, ["1 of 10 solved this"]],
      [4, ["Left blank"]],
      [5, ["Not scored yet"]],
      [6, ["Took 5 min 0 s; others 1 min 0 s", "A reviewer commented"]],
    ]);
    expect(found.map(({ prompt }) => prompt)).toEqual([
      "Ask how they would solve it today.",
      "Ask how they found it.",
      "Ask how they would begin.",
      "Ask them to explain it.",
      "Ask what took the time.",
    ]);
  });

  it("names the largest changes of the answers, in neutral words", () => {
    const story = {
      question_id: "b",
      steps: [
        [1_000, 0, 0, 0, "x"],
        [2_000, 1, 1, 0, "y".repeat(412)],
        [300_000, 0, 0, 0, "z"],
        [301_000, 0, 0, 200, ""],
        [302_000, 1, 0, 0, "short"],
      ],
    } as unknown as HistoryOfQuestion;
    const other = { ...story, question_id: "unknown" };
    const points = turningPoints(detail([answer("a", {}), answer("b", {})]), [story, other], 0);
    expect(
      points.map(({ number, words }) => `${number} ${words.replace(/ at [\d:]+( [AP]M)?/, "")}`),
    ).toEqual([
      "2 412 characters pasted",
      "2 Came back to it, after 4 minutes",
      "2 200 characters replaced or deleted",
    ]);
  });
});
