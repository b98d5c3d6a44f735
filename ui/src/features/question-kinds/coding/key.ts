import type { CodeChecker, CodeTest, Question, Solution } from "@/api/questions";
import { first, type Problem } from "../form/problem";
import { t } from "./staff-texts";

export const TESTS_MAX = 100;
export const SOLUTIONS_MAX = 12;
export const TIME_LIMIT = { least: 100, most: 20_000, usual: 2_000 };
export const MEMORY_LIMIT = { least: 16, most: 1_024, usual: 256 };
const WEIGHT_MAX = 1_000;

/** A test while it is being written. */
export interface TestDraft {
  /** Id of the row. */
  id: string;
  input: string;
  output: string;
  visible: boolean;
  /** As typed. */
  weight: string;
  group: string;
}

export interface SolutionDraft {
  id: string;
  language: string;
  source: string;
}

/** The API's names of the two lists. */
export type SolutionList = "reference_solutions" | "wrong_solutions";

/** Fields of a coding question beside its expected language, as typed. */
export interface CodeDraft {
  /** Beside the expected one. */
  others: string[];
  starter: Record<string, string>;
  tests: TestDraft[];
  checker: CodeChecker;
  tolerance: string;
  time_limit_ms: string;
  memory_limit_mb: string;
  solutions: SolutionDraft[];
  /** Must fail a test. */
  wrong: SolutionDraft[];
  review: boolean;
}

let rows = 0;
const rowId = () => `row${++rows}`;

export const blankTest = (): TestDraft => ({
  id: rowId(),
  input: "",
  output: "",
  visible: false,
  weight: "1",
  group: "",
});

export const blankSolution = (language: string): SolutionDraft => ({ id: rowId(), language, source: "" });

export const blankCode = (): CodeDraft => ({
  others: [],
  starter: {},
  tests: [],
  checker: "exact",
  tolerance: "",
  time_limit_ms: "",
  memory_limit_mb: "",
  solutions: [],
  wrong: [],
  review: false,
});

const testDraft = ({ input = "", output, visible = false, weight, group = "" }: CodeTest): TestDraft => ({
  id: rowId(),
  input,
  output,
  visible,
  weight: String(weight),
  group,
});

const solutionDrafts = (solutions: Solution[] = []): SolutionDraft[] =>
  solutions.map((solution) => ({ id: rowId(), ...solution }));

export function readCode(question: Question): CodeDraft {
  const { languages = [], expected_language, starter_code = {}, tests = [] } = question;
  return {
    others: languages.filter((language) => language !== (expected_language ?? languages[0])),
    starter: { ...starter_code },
    tests: tests.map(testDraft),
    checker: question.checker ?? "exact",
    tolerance: question.checker_tolerance ?? "",
    time_limit_ms: question.time_limit_ms?.toString() ?? "",
    memory_limit_mb: question.memory_limit_mb?.toString() ?? "",
    solutions: solutionDrafts(question.reference_solutions),
    wrong: solutionDrafts(question.wrong_solutions),
    review: question.review ?? false,
  };
}

/** The language to begin with, then the others. */
export const languagesOf = (expected: string, { others }: CodeDraft) => [
  expected,
  ...others.filter((language) => language !== expected),
];

const written = ({ input, output, visible, weight, group }: TestDraft): CodeTest => ({
  input,
  output,
  visible,
  weight: Number(weight.trim() || "1"),
  ...(group.trim() && { group: group.trim() }),
});

export function writeCode(expected: string, code: CodeDraft): Partial<Question> {
  const languages = languagesOf(expected, code);
  const isOffered = (language: string) => languages.includes(language);
  const starter = Object.entries(code.starter).filter(
    ([name, text]) => isOffered(name) && text.trim() !== "",
  );
  const solution = ({ language, source }: SolutionDraft): Solution => ({ language, source });
  const hasTests = code.tests.length > 0;
  return {
    ...(languages.length > 1 && { languages }),
    ...(starter.length > 0 && { starter_code: Object.fromEntries(starter) }),
    ...(hasTests && { tests: code.tests.map(written), checker: code.checker }),
    ...(hasTests &&
      code.checker === "numbers" &&
      code.tolerance.trim() && { checker_tolerance: code.tolerance.trim() }),
    ...(code.time_limit_ms.trim() && { time_limit_ms: Number(code.time_limit_ms) }),
    ...(code.memory_limit_mb.trim() && { memory_limit_mb: Number(code.memory_limit_mb) }),
    ...(code.solutions.length > 0 && { reference_solutions: code.solutions.map(solution) }),
    ...(code.wrong.length > 0 && { wrong_solutions: code.wrong.map(solution) }),
    ...(hasTests && code.review && { review: true }),
  };
}

const isWhole = (text: string, least: number, most: number) =>
  /^\d+$/.test(text.trim()) && Number(text) >= least && Number(text) <= most;

function limitProblem(
  place: string,
  text: string,
  { least, most }: { least: number; most: number },
): Problem | false {
  if (text.trim() === "" || isWhole(text, least, most)) return false;
  return { place, text: t("wholeNumber", { min: least, max: most }) };
}

const testProblem = ({ weight }: TestDraft, at: number): Problem | false =>
  !isWhole(weight.trim() || "1", 0, WEIGHT_MAX) && {
    place: `tests[${at}].weight`,
    text: t("weightRange", { number: at + 1, max: WEIGHT_MAX }),
  };

function solutionProblem(languages: string[], list: SolutionList) {
  return ({ language, source }: SolutionDraft, at: number): Problem | null => {
    const place = `${list}[${at}]`;
    return first(
      source.trim() === "" && { place: `${place}.source`, text: t("writeSolution") },
      !languages.includes(language) && {
        place: `${place}.language`,
        text: t("ownLanguage"),
      },
    );
  };
}

export function codeProblem(expected: string, code: CodeDraft): Problem | null {
  const isTolerance = /^\d+(\.\d+)?(e[+-]?\d{1,3})?$/i.test(code.tolerance.trim());
  const weights = code.tests.map(({ weight }) => Number(weight.trim() || "1"));
  return first(
    ...code.tests.map(testProblem),
    weights.length > 0 &&
      weights.every((weight) => weight === 0) && {
        place: "tests",
        text: t("someWeight"),
      },
    code.checker === "numbers" &&
      code.tolerance.trim() !== "" &&
      !isTolerance && { place: "checker_tolerance", text: t("enterPositive") },
    limitProblem("time_limit_ms", code.time_limit_ms, TIME_LIMIT),
    limitProblem("memory_limit_mb", code.memory_limit_mb, MEMORY_LIMIT),
    ...code.solutions.map(solutionProblem(languagesOf(expected, code), "reference_solutions")),
    ...code.wrong.map(solutionProblem(languagesOf(expected, code), "wrong_solutions")),
  );
}

/** Whether anything was set, so that the form shows it. */
export const hasCode = (code: CodeDraft) =>
  code.others.length > 0 ||
  code.tests.length > 0 ||
  code.solutions.length > 0 ||
  code.wrong.length > 0 ||
  [...Object.values(code.starter), code.time_limit_ms, code.memory_limit_mb].some(
    (text) => text.trim() !== "",
  );

/** How answers get their points, in one sentence. */
export function scoringWords({ tests, review }: CodeDraft): string {
  if (tests.length === 0) return t("withoutTests");
  if (review) return t("peopleSee");
  return tests.some(({ visible }) => !visible) ? t("byTests") : t("allShown");
}
