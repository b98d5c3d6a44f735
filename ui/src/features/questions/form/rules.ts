import { type Question, type QuestionType, type TextFormat, textsOf } from "@/api/questions";
import { blankCode, type CodeDraft, codeProblem, hasCode, readCode, writeCode } from "./code/code";
import { blankExtras, type Extras, extrasProblem, hasExtras, readExtras, writeExtras } from "./kinds/extras";
import {
  hasKeys,
  type KeyDrafts,
  keysProblem,
  listOf,
  listOfTexts,
  readKeys,
  withList,
  writeKeys,
} from "./kinds/keys";
import type { Problem } from "./kinds/problem";

export const POINTS_MIN = 1;
export const POINTS_MAX = 100;
export const OPTIONS_START = 4;
export const OPTIONS_MIN = 2;
export const OPTIONS_MAX = 6;
export const DURATION_MIN = 1;
export const DURATION_MAX = 480;
export const DURATION_DEFAULT = 60;

/** Languages of coding questions (docs/behaviour/tests.md#tests-and-questions). */
export const LANGUAGES = [
  "Python",
  "JavaScript",
  "Java",
  "C++",
  "C#",
  "Ruby",
  "Go",
  "Rust",
  "PHP",
  "Swift",
  "Kotlin",
  "TypeScript",
] as const;

/** In the groups that authors choose from. */
export const QUESTION_GROUPS: { label: string; types: QuestionType[] }[] = [
  { label: "Choice", types: ["multiple_choice", "multiple_response"] },
  { label: "Text", types: ["short_text", "gaps", "essay", "coding"] },
  { label: "Number", types: ["numeric"] },
  { label: "Order and pairs", types: ["ordering", "matching"] },
];

export const QUESTION_TYPES: QuestionType[] = QUESTION_GROUPS.flatMap(({ types }) => types);

/** A question while it is being written: every field of every type is kept until it is saved. */
export interface QuestionDraft {
  id: string;
  type: QuestionType;
  question: string;
  /** As typed; checked by `validateQuestion`. */
  points: string;
  options: string[];
  correct_answer: string;
  /** Texts of options that keep their place. */
  pinned_options: string[];
  expected_language: string;
  format: TextFormat;
  keys: KeyDrafts;
  extras: Extras;
  code: CodeDraft;
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
  const options = textsOf(question);
  const wanted = question.type === "multiple_choice" ? OPTIONS_MIN : OPTIONS_START;
  while (options.length < wanted) options.push("");
  return {
    id: question.id,
    type: question.type,
    question: question.question,
    points: String(question.points),
    options,
    correct_answer: question.correct_answer ?? "",
    pinned_options: question.type === "multiple_choice" ? (question.pinned_options ?? []) : [],
    expected_language: question.expected_language ?? question.languages?.[0] ?? LANGUAGES[0],
    format: question.format ?? "plain",
    keys: readKeys(question),
    extras: readExtras(question),
    code: readCode(question),
  };
}

/** Another kind, with what fits it; the rest is kept in case the author goes back. */
export function withType(draft: QuestionDraft, type: QuestionType): QuestionDraft {
  const list =
    draft.type === "multiple_choice"
      ? listOfTexts(draft, draft.correct_answer)
      : listOf(draft.type, draft.keys);
  const next = { ...draft, type, keys: withList(type, draft.keys, list) };
  if (type !== "multiple_choice" || list.length === 0 || filledOptions(draft.options).length > 0) return next;
  const options = list.slice(0, OPTIONS_MAX);
  const correct = options.filter((option) => option.correct);
  return {
    ...next,
    options: [...options.map(({ text }) => text), ...(options.length < OPTIONS_MIN ? [""] : [])],
    correct_answer: correct.length === 1 ? (correct[0]?.text ?? "") : "",
  };
}

export type QuestionProblem =
  | "text"
  | "points"
  | "few_options"
  | "same_options"
  | "no_answer"
  | "foreign_answer"
  | "language";

/** Text of each problem; the wizard's and the dialogs' differ (docs/behaviour/calls.md#error-texts). */
export type ProblemTexts = Record<QuestionProblem, string>;

const COMMON = {
  points: `Points must be a whole number from ${POINTS_MIN} to ${POINTS_MAX}`,
  same_options: "Options must differ from each other",
  language: "Please choose the expected language",
  foreign_answer: "Selected correct answer must match one of the options",
};

export const WIZARD_TEXTS: ProblemTexts = {
  ...COMMON,
  text: "Question text is required",
  few_options: "Multiple choice questions need at least 2 options",
  no_answer: "Please select the correct answer",
};

export const DIALOG_TEXTS: ProblemTexts = {
  ...COMMON,
  text: "Please enter a question",
  few_options: "Please provide at least 2 options for multiple choice questions",
  no_answer: "Please select the correct answer for multiple choice questions",
};

/** Short text next to the field; the toast shows the full one. */
export const FIELD_HINTS: ProblemTexts = {
  text: "Write the question",
  points: `A whole number from ${POINTS_MIN} to ${POINTS_MAX}`,
  few_options: "Fill in at least two options",
  same_options: "Two options are the same",
  no_answer: "Mark the correct option",
  foreign_answer: "Mark one of the options",
  language: "Choose a language",
};

/** Whole numbers only: "1e2" and "1.5" are not valid points or minutes. */
export function wholeNumber(text: string, min: number, max: number): number | null {
  if (!/^\d+$/.test(text.trim())) return null;
  const value = Number(text);
  return value >= min && value <= max ? value : null;
}

export const filledOptions = (options: string[]) => options.map((o) => o.trim()).filter((o) => o !== "");

/** Indexes of duplicate options. */
export function equalOptions(options: string[]): Set<number> {
  const same = (a: string, b: string) => a.trim() !== "" && a.trim() === b.trim();
  return new Set(options.flatMap((a, i) => (options.some((b, j) => j !== i && same(a, b)) ? [i] : [])));
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
  if (basic) return { place: PLACES[basic], text: FIELD_HINTS[basic], toast: texts[basic] };
  const { type, keys, extras, question } = draft;
  const points = wholeNumber(draft.points, POINTS_MIN, POINTS_MAX) ?? POINTS_MIN;
  const found =
    keysProblem(type, keys, question, extras.scoring === "partial") ??
    (type === "coding" ? codeProblem(draft.expected_language, draft.code) : null) ??
    extrasProblem(type, extras, points);
  return found && { ...found, toast: found.text };
}

/** Question to store: without fields of other types and blank options (docs/behaviour/tests.md#tests-and-questions). */
export function toQuestion(draft: QuestionDraft): Question {
  const text = draft.question.trim();
  const base = {
    id: draft.id,
    type: draft.type,
    question: text,
    points: wholeNumber(draft.points, POINTS_MIN, POINTS_MAX) ?? POINTS_MIN,
    ...(draft.format === "markdown" && { format: draft.format }),
    ...writeKeys(draft.type, draft.keys, text),
    ...writeExtras(draft.type, draft.extras),
  };
  if (draft.type === "multiple_choice") {
    const options = filledOptions(draft.options);
    const pinned = filledOptions(draft.pinned_options);
    const pinned_options = options.filter((option) => pinned.includes(option));
    return {
      ...base,
      options,
      correct_answer: draft.correct_answer.trim(),
      ...(pinned_options.length > 0 && { pinned_options }),
    };
  }
  if (draft.type === "coding") {
    const { expected_language, code } = draft;
    return { ...base, expected_language, ...writeCode(expected_language, code) };
  }
  return base;
}

/** Whether the form has unsaved changes, compared with its initial values. */
export function isWritten(draft: QuestionDraft, original: Question | null): boolean {
  if (original) return JSON.stringify(toQuestion(draft)) !== JSON.stringify(toQuestion(draftOf(original)));
  return (
    draft.question.trim() !== "" ||
    filledOptions(draft.options).length > 0 ||
    hasKeys(draft.keys) ||
    hasExtras(draft.extras) ||
    hasCode(draft.code)
  );
}

/** Editing the correct option clears the correct answer (docs/behaviour/tests.md#tests-and-questions); a pinned one stays pinned. */
export function withOption(draft: QuestionDraft, index: number, text: string): QuestionDraft {
  const before = draft.options[index];
  const options = draft.options.map((option, i) => (i === index ? text : option));
  const wasCorrect = before !== undefined && before !== "" && before === draft.correct_answer;
  const renamed = draft.pinned_options.map((pinned) => (before && pinned === before ? text : pinned));
  return {
    ...draft,
    options,
    correct_answer: wasCorrect && text !== before ? "" : draft.correct_answer,
    pinned_options: renamed.filter(Boolean),
  };
}

export const withPinned = (draft: QuestionDraft, option: string, pinned: boolean): QuestionDraft => ({
  ...draft,
  pinned_options: [...draft.pinned_options.filter((other) => other !== option), ...(pinned ? [option] : [])],
});

export function withoutOption(draft: QuestionDraft, index: number): QuestionDraft {
  if (draft.options.length <= OPTIONS_MIN) return draft;
  const cleared = withOption(draft, index, "");
  return { ...cleared, options: cleared.options.filter((_, i) => i !== index) };
}

/** Inserts a copy right after the question, marked as such (docs/behaviour/tests.md#tests-and-questions). */
export function duplicated(questions: Question[], index: number): Question[] {
  const source = questions[index];
  if (!source) return questions;
  const id = newQuestionId(questions.map((q) => q.id));
  const copy = { ...source, id, question: `${source.question} (Copy)` };
  return [...questions.slice(0, index + 1), copy, ...questions.slice(index + 1)];
}

export const totalPoints = (questions: Question[]) => questions.reduce((sum, q) => sum + q.points, 0);

/** Minutes per question, rounded; 0 without questions. */
export function minutesPerQuestion(duration: number, count: number): number {
  return count === 0 ? 0 : Math.round(duration / count);
}
