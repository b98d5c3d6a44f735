import type { CandidateQuestion, QuestionType } from "@/api/questions";
import { t } from "./texts";

type Sample = Omit<CandidateQuestion, "id" | "type" | "points">;

const choices = (...texts: string[]) => texts.map((text, index) => ({ id: `o${index + 1}`, text }));

/** Questions so easy that only the field is new, of the kinds that have one. */
const samples = (): Partial<Record<QuestionType, Sample>> => ({
  multiple_choice: { question: t("fruit"), options: [t("apple"), t("chair"), t("cloud")] },
  multiple_response: {
    question: t("colours"),
    options: choices(t("green"), t("table"), t("yellow"), t("monday")),
  },
  numeric: { question: t("days") },
  short_text: { question: t("capital") },
  ordering: {
    question: t("smallestFirst"),
    options: choices(t("elephant"), t("mouse"), t("dog")),
  },
  matching: {
    question: t("countries"),
    prompts: [
      { id: "l1", text: t("japan") },
      { id: "l2", text: t("italy") },
    ],
    options: choices(t("rome"), t("tokyo"), t("cairo")),
  },
  gaps: {
    question: t("months"),
    gaps: [
      { id: "g1", kind: "number" },
      { id: "g2", kind: "choice", options: choices(t("january"), t("june")) },
    ],
  },
  essay: { question: t("walk") },
  coding: {
    question: t("printName"),
    languages: ["Python", "JavaScript", "Java", "C++"],
    tests: [{ input: "Ada", output: "Ada" }],
    time_limit_ms: 2_000,
    memory_limit_mb: 256,
  },
});

/** The samples of the kinds in a test, in the order of the test's description. */
export function samplesOf(types: QuestionType[]): CandidateQuestion[] {
  const all = samples();
  return types.flatMap((type) => {
    const sample = all[type];
    return sample ? { id: `practice-${type}`, type, points: 1, ...sample } : [];
  });
}
