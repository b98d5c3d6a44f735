import { expect, it } from "vitest";
import { sampled } from "@/test/data";
import { csvOf } from "./export-rows";

it("selected rows become CSV without formulas", async () => {
  const row = {
    ...sampled("RankingRow"),
    rank: 1,
    applicant_name: "=HYPERLINK(1)",
    applicant_email: "a@example.org",
    score: 88.5,
    decision: { ...sampled("Decision"), value: "hold" as const, reason: 'Says "maybe", twice' },
  };
  const [head, line] = (await csvOf([row], [], new Map())).split("\r\n");
  expect(head).toMatch(/^Rank,Name,Email,Score,/);
  expect(line).toMatch(/^1,"'=HYPERLINK\(1\)",a@example\.org,88\.5,/);
  expect(line).toContain('On hold,"Says ""maybe"", twice"');
});

it("each section of a divided test has a column of points", async () => {
  const sections = [{ earned: 2.5, points: 4, pending: false }, null];
  const row = { ...sampled("RankingRow"), sections };
  const [head, line] = (await csvOf([row], ["SQL", "Writing"], new Map())).split("\r\n");
  expect(head).toMatch(/,Points: SQL,Points: Writing,Private notes$/);
  expect(line).toMatch(/,2\.5,,$/);
});

it("rows of all tests name their test, and have no rank; private notes are text", async () => {
  const row = { ...sampled("ResultRow"), submission_id: "s-1", test_title: "SQL" };
  const [head, line] = (await csvOf([row], [], new Map([["s-1", "=Kim: calm"]]))).split("\r\n");
  expect(head).toMatch(/^Test,Name,Email,Score,Passed/);
  expect(head).not.toContain("Percentile");
  expect(line).toMatch(/^SQL,/);
  expect(line).toMatch(/,"'=Kim: calm"$/);
});

it("a hidden name is in English, whatever the page shows", async () => {
  const row = { ...sampled("ResultRow"), applicant_name: "Kandidat 417", applicant_email: "" };
  const unknown = { ...row, applicant_name: "Verborgener Name" };
  const [, first, second] = (await csvOf([row, unknown], [], new Map())).split("\r\n");
  expect([first, second].map((line) => line?.split(",")[1])).toEqual(["Candidate 417", "Hidden name"]);
});
