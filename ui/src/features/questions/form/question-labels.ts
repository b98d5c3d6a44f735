import { choicesOf, type Question, textsOf } from "@/api/questions";
import { keyWords } from "@/features/question-kinds/labels";
import { kindLabel, points } from "@/lib/format";
import { t } from "./texts";

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
    key && t("correctIs", { key }),
    pinned.length > 0 && t("stayInPlace", { options: pinned.join(", ") }),
    question.case_sensitive && t("caseMatters"),
    question.space_sensitive && t("spacesMatter"),
    expected_language && t("expectedLanguage", { language: expected_language }),
    ...codeWords(question),
    scoring === "partial" && t("pointsForParts"),
    penalty && t("deduction", { points: penalty }),
    explanation && t("explanationIs", { text: explanation }),
    question.show_explanation && t("mayRead"),
    reviewer_notes && t("notesAre", { text: reviewer_notes }),
    tags && tags.length > 0 && t("tagsAre", { tags: tags.join(", ") }),
  ];
  return lines.filter(Boolean).join("\n");
}

/** Fields of questions with code only. */
function codeWords(question: Question): (string | false | undefined)[] {
  const { languages = [], starter_code = {}, tests = [], checker } = question;
  const { reference_solutions = [], wrong_solutions = [] } = question;
  const { time_limit_ms, memory_limit_mb, checker_tolerance, review } = question;
  return [
    languages.length > 0 && t("languagesAre", { languages: languages.join(", ") }),
    time_limit_ms !== undefined && t("timeLimit", { count: time_limit_ms }),
    memory_limit_mb !== undefined && t("memoryLimit", { count: memory_limit_mb }),
    checker && t("checkerIs", { checker: [checker, checker_tolerance].filter(Boolean).join(" ") }),
    review && t("personReviews"),
    ...tests.flatMap(({ input, output, visible, weight, group }, index) => [
      [t("testIs", { number: index + 1, weight }), visible ? t("shown") : t("hidden"), group]
        .filter(Boolean)
        .join(", "),
      t("inputIs", { text: input ?? "" }),
      t("outputIs", { text: output }),
    ]),
    ...Object.entries(starter_code).map(([language, code]) => `${t("starterIs", { language })}\n${code}`),
    ...reference_solutions.map(({ language, source }) => `${t("solutionIs", { language })}\n${source}`),
    ...wrong_solutions.map(({ language, source }) => `${t("wrongSolutionIs", { language })}\n${source}`),
  ];
}
