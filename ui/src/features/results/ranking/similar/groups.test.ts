import { expect, it } from "vitest";
import type { SimilarPair } from "@/api/ranking";
import { sampled } from "@/test/data";
import { groupsOf } from "./groups";

const pair = (question_id: string, a: string, b: string, score: number): SimilarPair => {
  const sample = sampled("SimilarPair");
  const one = (id: string) => ({ ...sample.first, submission_id: id, applicant_name: id.toUpperCase() });
  return { ...sample, question_id, score, first: one(a), second: one(b) };
};

it("joins the pairs of one question that share a person, also when a later pair joins two groups", () => {
  const groups = groupsOf([
    pair("q1", "a", "b", 1),
    pair("q1", "c", "d", 0.9),
    pair("q2", "a", "c", 0.8),
    pair("q1", "b", "c", 0.7),
  ]);
  expect(
    groups.map(({ people, least, most }) => [
      people
        .map(({ name }) => name)
        .sort()
        .join(""),
      least,
      most,
    ]),
  ).toEqual([
    ["ABCD", 0.7, 1],
    ["AC", 0.8, 0.8],
  ]);
  expect(groups.map(({ pairs }) => pairs.length)).toEqual([3, 1]);
});
