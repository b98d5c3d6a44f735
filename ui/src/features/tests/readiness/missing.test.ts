import { expect, it } from "vitest";
import { backendTest } from "@/test/data";
import { missingLanguages, waitingWords } from "./missing";

const code = (changes: object) => ({
  id: "q-9",
  type: "coding" as const,
  question: "Add.",
  points: 1,
  tests: [{ input: "1", output: "1", weight: 1 }],
  ...changes,
});
const test = (...questions: ReturnType<typeof code>[]) => backendTest({ questions });
const offered = (...names: string[]) => ({ languages: names.map((name) => ({ name, toolchain: "1" })) });

it("names each language of judged code once", () => {
  const several = code({ expected_language: "Go", languages: ["Go", "PHP"] });
  const unjudged = code({ expected_language: "Rust", tests: [] });
  expect(missingLanguages([several, unjudged, code({ expected_language: "PHP" })], [])).toEqual([
    "Go",
    "PHP",
  ]);
});

it("says which of them no runner offers", () => {
  const needs = test(code({ expected_language: "PHP", languages: ["PHP", "Go"] }));
  expect(waitingWords(needs, offered("Go", "PHP"))).toBe("");
  expect(waitingWords(needs, offered("Rust"))).toBe("No runner for Go, PHP");
  expect(waitingWords(needs, { languages: null })).toBe("Code cannot be judged: no runner");
  expect(waitingWords(needs, undefined)).toBe("");
  expect(waitingWords(test(), { languages: null })).toBe("");
});
