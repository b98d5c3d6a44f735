import { choicesOf, type Question, textsOf } from "@/api/questions";
import { keyWords } from "@/features/question-kinds/labels";
import { kindLabel, points } from "@/lib/format";

/** A question as text, for people to compare. */
export function questionWords(question: Question): string {
  const { type, format, expected_language, scoring, penalty, explanation, reviewer_notes, tags } = question;
  const head = [kindLabel(type), points(question.points), format === "markdown" && "Markdown"];
  const options = [...textsOf(question), ...choicesOf(question).map(({ text }) => text)];
  const key = keyWords(question);
  const { pinned_options = [] } = question;
  const pinned = pinned_options.map(
    (name) => choicesOf(question).find(({ id }) => id === name)?.text ?? name,
  );
  const lines = [
    head.filter(Boolean).join(", "),
    question.question,
    ...options.map((option) => `- ${option}`),
    key && `Correct answer: ${key}`,
    pinned.length > 0 && `Stay in their place: ${pinned.join(", ")}`,
    question.case_sensitive && "Upper and lower case must match",
    question.space_sensitive && "Spaces must match",
    expected_language && `Expected language: ${expected_language}`,
    ...codeWords(question),
    scoring === "partial" && "Points for parts",
    penalty && `Deduction: ${penalty}`,
    explanation && `Explanation: ${explanation}`,
    question.show_explanation && "The candidate may read the explanation",
    reviewer_notes && `Notes for reviewers: ${reviewer_notes}`,
    tags && tags.length > 0 && `Tags: ${tags.join(", ")}`,
  ];
  return lines.filter(Boolean).join("\n");
}

/** Fields of questions with code only. */
function codeWords(question: Question): (string | false | undefined)[] {
  const { languages = [], starter_code = {}, tests = [], checker } = question;
  const { reference_solutions = [], wrong_solutions = [] } = question;
  const { time_limit_ms, memory_limit_mb, checker_tolerance, review } = question;
  return [
    languages.length > 0 && `Languages: ${languages.join(", ")}`,
    time_limit_ms !== undefined && `Time limit: ${time_limit_ms} ms`,
    memory_limit_mb !== undefined && `Memory limit: ${memory_limit_mb} MiB`,
    checker && `Checker: ${[checker, checker_tolerance].filter(Boolean).join(" ")}`,
    review && "A person reviews the result",
    ...tests.flatMap(({ input, output, visible, weight, group }, index) => [
      [`Test ${index + 1}: weight ${weight}`, visible ? "shown" : "hidden", group].filter(Boolean).join(", "),
      `Input: ${input ?? ""}`,
      `Output: ${output}`,
    ]),
    ...Object.entries(starter_code).map(([language, code]) => `Starter code, ${language}:\n${code}`),
    ...reference_solutions.map(({ language, source }) => `Solution, ${language}:\n${source}`),
    ...wrong_solutions.map(({ language, source }) => `Wrong solution, ${language}:\n${source}`),
  ];
}
