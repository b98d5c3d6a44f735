import type { CandidateQuestion, QuestionType } from "@/api/questions";

type Sample = Omit<CandidateQuestion, "id" | "type" | "points">;

const choices = (...texts: string[]) => texts.map((text, index) => ({ id: `o${index + 1}`, text }));

/** One question of each kind, easy enough that only the field is new. */
const SAMPLES: Record<QuestionType, Sample> = {
  multiple_choice: { question: "Which of these is a fruit?", options: ["Apple", "Chair", "Cloud"] },
  multiple_response: {
    question: "Which of these are colours?",
    options: choices("Green", "Table", "Yellow", "Monday"),
  },
  numeric: { question: "How many days are there in a week?" },
  short_text: { question: "What is the capital of France?" },
  ordering: {
    question: "Put these in order, the smallest first.",
    options: choices("Elephant", "Mouse", "Dog"),
  },
  matching: {
    question: "Match each country with its capital.",
    prompts: [
      { id: "l1", text: "Japan" },
      { id: "l2", text: "Italy" },
    ],
    options: choices("Rome", "Tokyo", "Cairo"),
  },
  gaps: {
    question: "A year has [[g1]] months. The first is [[g2]].",
    gaps: [
      { id: "g1", kind: "number" },
      { id: "g2", kind: "choice", options: choices("January", "June") },
    ],
  },
  essay: { question: "Describe your last walk in two sentences." },
  coding: { question: "Write a line of code that prints your name." },
};

/** The samples of the kinds in a test, in the order of the test's description. */
export const samplesOf = (types: QuestionType[]): CandidateQuestion[] =>
  types.map((type) => ({ id: `practice-${type}`, type, points: 1, ...SAMPLES[type] }));
