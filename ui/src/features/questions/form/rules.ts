import type { Question, QuestionType, TextFormat } from "@/api/questions";
import { blankCode, readCode } from "@/features/question-kinds/coding/key";
import { LANGUAGES } from "@/features/question-kinds/coding/languages";
import type { Problem } from "@/features/question-kinds/form/problem";
import { hasKeys, KEYS, type KeyedDraft, readKeys, takenOver } from "@/features/question-kinds/keys";
import {
  filledOptions,
  OPTIONS_MIN,
  OPTIONS_START,
  readOptions,
} from "@/features/question-kinds/multiple-choice/key";
import type { questionForm } from "@/i18n/staff/en/question-form";
import type { PlainKey } from "@/i18n/typed";
import { blankExtras, type Extras, extrasProblem, hasExtras, readExtras, writeExtras } from "./extras";
import { t } from "./texts";

export const POINTS_MIN = 1;
export const POINTS_MAX = 100;
export const DURATION_MIN = 1;
export const DURATION_MAX = 480;
export const DURATION_DEFAULT = 60;

/** A question while it is being written: every field of every type is kept until it is saved. */
export interface QuestionDraft extends KeyedDraft {
  id: string;
  type: QuestionType;
  /** As typed; checked by `validateQuestion`. */
  points: string;
  format: TextFormat;
  extras: Extras;
}

/** A timestamp as text, incremented until unique in the test. */
export function newQuestionId(taken: Iterable<string>, now = Date.now()): string {
  const used = new Set(taken);
  let id = now;
  while (used.has(String(id))) id += 1;
  return String(id);
}

export function blankDraft(id: string, type: QuestionType = "multiple_choice"): QuestionDraft {
  return {
    id,
    type,
    question: "",
    points: String(POINTS_MIN),
    options: Array.from({ length: OPTIONS_START }, () => ""),
    correct_answer: "",
    pinned_options: [],
    expected_language: LANGUAGES[0],
    format: "plain",
    keys: readKeys({ id, type: "essay", question: "", points: POINTS_MIN }),
    extras: blankExtras(),
    code: blankCode(),
  };
}

export function draftOf(question: Question): QuestionDraft {
  return {
    ...readOptions(question),
    id: question.id,
    type: question.type,
    question: question.question,
    points: String(question.points),
    expected_language: question.expected_language ?? question.languages?.[0] ?? LANGUAGES[0],
    format: question.format ?? "plain",
    keys: readKeys(question),
    extras: readExtras(question),
    code: readCode(question),
  };
}

/** Another kind, with what fits it; the rest is kept in case the author goes back. */
export const withType = (draft: QuestionDraft, type: QuestionType): QuestionDraft => ({
  ...draft,
  ...takenOver(draft, draft.type, type),
  type,
});

export type QuestionProblem =
  | "text"
  | "points"
  | "few_options"
  | "same_options"
  | "no_answer"
  | "foreign_answer"
  | "language";

/** Message of each problem; the wizard's and the dialogs' differ (docs/behaviour/calls.md#error-texts). */
export type ProblemTexts = Record<
  QuestionProblem,
  PlainKey<typeof questionForm> | "pointsRange" | "wholeNumber"
>;

const COMMON = {
  points: "pointsRange",
  same_options: "optionsDiffer",
  language: "chooseExpected",
  foreign_answer: "foreignAnswer",
} as const;

export const WIZARD_TEXTS: ProblemTexts = {
  ...COMMON,
  text: "textRequired",
  few_options: "twoOptionsNeeded",
  no_answer: "selectCorrect",
};

export const DIALOG_TEXTS: ProblemTexts = {
  ...COMMON,
  text: "pleaseEnter",
  few_options: "provideTwo",
  no_answer: "selectCorrectChoice",
};

/** Short text next to the field; the toast shows the full one. */
const FIELD_HINTS: ProblemTexts = {
  text: "writeQuestion",
  points: "wholeNumber",
  few_options: "fillTwo",
  same_options: "sameOptions",
  no_answer: "markCorrect",
  foreign_answer: "markOne",
  language: "chooseLanguage",
};

const words = (key: ProblemTexts[QuestionProblem]) =>
  key === "pointsRange" || key === "wholeNumber" ? t(key, { min: POINTS_MIN, max: POINTS_MAX }) : t(key);

/** Whole numbers only: "1e2" and "1.5" are not valid points or minutes. */
export function wholeNumber(text: string, min: number, max: number): number | null {
  if (!/^\d+$/.test(text.trim())) return null;
  const value = Number(text);
  return value >= min && value <= max ? value : null;
}

/** The first problem, in the order of the form's fields. */
export function validateQuestion(draft: QuestionDraft): QuestionProblem | null {
  if (draft.question.trim() === "") return "text";
  if (wholeNumber(draft.points, POINTS_MIN, POINTS_MAX) === null) return "points";
  if (draft.type === "coding" && draft.expected_language === "") return "language";
  if (draft.type !== "multiple_choice") return null;
  const options = filledOptions(draft.options);
  if (options.length < OPTIONS_MIN) return "few_options";
  if (new Set(options).size !== options.length) return "same_options";
  if (draft.correct_answer.trim() === "") return "no_answer";
  if (!options.includes(draft.correct_answer.trim())) return "foreign_answer";
  return null;
}

/** The API's name of the field of each problem. */
const PLACES: Record<QuestionProblem, string> = {
  text: "question",
  points: "points",
  few_options: "options",
  same_options: "options",
  no_answer: "correct_answer",
  foreign_answer: "correct_answer",
  language: "expected_language",
};

/** The first problem with the text beside its field, and the longer one of a toast. */
export function findProblem(draft: QuestionDraft, texts: ProblemTexts): (Problem & { toast: string }) | null {
  const basic = validateQuestion(draft);
  if (basic) return { place: PLACES[basic], text: words(FIELD_HINTS[basic]), toast: words(texts[basic]) };
  const { type, extras } = draft;
  const points = wholeNumber(draft.points, POINTS_MIN, POINTS_MAX) ?? POINTS_MIN;
  const found = KEYS[type].problem(draft) ?? extrasProblem(type, extras, points);
  return found && { ...found, toast: found.text };
}

/** Question to store: without fields of other types and blank options (docs/behaviour/tests.md#tests-and-questions). */
export const toQuestion = (draft: QuestionDraft): Question => ({
  id: draft.id,
  type: draft.type,
  question: draft.question.trim(),
  points: wholeNumber(draft.points, POINTS_MIN, POINTS_MAX) ?? POINTS_MIN,
  ...(draft.format === "markdown" && { format: draft.format }),
  ...KEYS[draft.type].write(draft),
  ...writeExtras(draft.type, draft.extras),
});

/** Whether the form has unsaved changes, compared with its initial values. */
export function isWritten(draft: QuestionDraft, original: Question | null): boolean {
  if (original) return JSON.stringify(toQuestion(draft)) !== JSON.stringify(toQuestion(draftOf(original)));
  return draft.question.trim() !== "" || hasKeys(draft) || hasExtras(draft.extras);
}

/** A copy, marked as such (docs/behaviour/tests.md#tests-and-questions). */
export const copyOf = (source: Question, id: string): Question => ({
  ...source,
  id,
  question: t("copyOf", { question: source.question }),
});

export const totalPoints = (questions: Question[]) => questions.reduce((sum, q) => sum + q.points, 0);

/** Minutes per question, rounded; 0 without questions. */
export function minutesPerQuestion(duration: number, count: number): number {
  return count === 0 ? 0 : Math.round(duration / count);
}
