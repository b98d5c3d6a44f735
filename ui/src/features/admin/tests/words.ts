import { choicesOf, type Question, textsOf } from "@/api/questions";
import { plural, points, QUESTION_TYPE_LABELS } from "@/lib/format";
import { keyWords } from "../questions/key-summary";
import type { TestFields } from "./input";

/** A question as text, for people to compare. */
export function questionWords(question: Question): string {
  const { type, format, expected_language, scoring, penalty, explanation, reviewer_notes, tags } = question;
  const head = [QUESTION_TYPE_LABELS[type], points(question.points), format === "markdown" && "Markdown"];
  const options = [...textsOf(question), ...choicesOf(question).map(({ text }) => text)];
  const key = keyWords(question);
  const lines = [
    head.filter(Boolean).join(", "),
    question.question,
    ...options.map((option) => `- ${option}`),
    key && `Correct answer: ${key}`,
    expected_language && `Expected language: ${expected_language}`,
    scoring === "partial" && "Points for parts",
    penalty && `Deduction: ${penalty}`,
    explanation && `Explanation: ${explanation}`,
    reviewer_notes && `Notes for reviewers: ${reviewer_notes}`,
    tags && tags.length > 0 && `Tags: ${tags.join(", ")}`,
  ];
  return lines.filter(Boolean).join("\n");
}

/** A whole test as text, to be kept elsewhere. */
export function testWords(fields: TestFields): string {
  const { title, description, duration, require_fullscreen, questions } = fields;
  const head = [title, description, plural(Number(duration), "minute")];
  if (require_fullscreen) head.push("Full screen");
  const numbered = questions.map((question, index) => `${index + 1}. ${questionWords(question)}`);
  return [head.filter((line) => line !== "").join("\n"), ...numbered].join("\n\n");
}
