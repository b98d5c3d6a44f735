// Questions of all kinds as the API sends and takes them.
import type { components } from "./gen";

export type QuestionType = components["schemas"]["QuestionType"];

export type TextFormat = "plain" | "markdown";

/** An option or a prompt. Its tree is there only where the question's format is Markdown. */
export interface Choice {
  id: string;
  text: string;
  content?: unknown;
}

export type GapKind = "choice" | "text" | "number";

export interface CandidateGap {
  id: string;
  kind: GapKind;
  options?: Choice[];
}

interface Shown {
  id: string;
  type: QuestionType;
  question: string;
  points: number;
  format?: TextFormat;
  content?: unknown;
  /** Multiple choice: texts. Other kinds: with ids. */
  options?: (string | Choice)[];
  /** Multiple choice in Markdown: the trees of `options`. */
  option_contents?: unknown[];
  prompts?: Choice[];
  expected_language?: string;
  /** Coding, where there are several: an answer names its own. */
  languages?: string[];
  /** Coding: what an empty answer begins with, by language. */
  starter_code?: Record<string, string>;
  time_limit_ms?: number;
  memory_limit_mb?: number;
}

/** All texts of a question in another language, in the order and with the ids of its own. */
export interface TranslatedQuestion {
  question: string;
  content?: unknown;
  /** Multiple choice: words for the question's own options, which are the answers. */
  options?: (string | Choice)[];
  option_contents?: unknown[];
  prompts?: Choice[];
  gaps?: CandidateGap[];
}

/** A question without its key. */
export interface CandidateQuestion extends Shown {
  /** By the tag of the language. */
  translations?: Record<string, TranslatedQuestion>;
  /** Id of the passage that it is about. */
  passage?: string;
  gaps?: CandidateGap[];
  /** Coding: examples, which can be run. */
  tests?: { input: string; output: string }[];
}

export type CodeChecker = "exact" | "tokens" | "numbers";

/** A test of code. Candidates know the visible ones alone. */
export interface CodeTest {
  input?: string;
  output: string;
  visible?: boolean;
  weight: number;
  group?: string;
}

/** A program with its language. */
export interface Solution {
  language: string;
  source: string;
}

interface Tolerance {
  kind: "absolute" | "relative";
  value: string;
}

export interface NumberKey {
  correct_number?: string;
  tolerance?: Tolerance;
  unit?: string;
}

export interface TextKey {
  accepted?: string[];
  case_sensitive?: boolean;
  space_sensitive?: boolean;
  pattern?: string;
}

export interface Gap extends CandidateGap, NumberKey, TextKey {
  correct_answer?: string;
}

/** A question with its key. */
export interface Question extends Shown, NumberKey, TextKey {
  correct_answer?: string;
  correct_answers?: string[];
  order?: string[];
  pairs?: Record<string, string>;
  gaps?: Gap[];
  scoring?: "all_or_nothing" | "partial";
  penalty?: string;
  explanation?: string;
  explanation_content?: unknown;
  show_explanation?: boolean;
  reviewer_notes?: string;
  tags?: string[];
  tests?: CodeTest[];
  checker?: CodeChecker;
  checker_tolerance?: string;
  reference_solutions?: Solution[];
  /** Programs that must fail a test. */
  wrong_solutions?: Solution[];
  review?: boolean;
  /** Options that keep their place where a section shuffles them: texts of multiple choice, ids of multiple response. */
  pinned_options?: string[];
}

/** The options with their ids: those of every kind but multiple choice. */
export const choicesOf = ({ options = [] }: { options?: (string | Choice)[] }): Choice[] =>
  options.filter((option) => typeof option !== "string");

/** The options of multiple choice. */
export const textsOf = ({ options = [] }: { options?: (string | Choice)[] }): string[] =>
  options.filter((option) => typeof option === "string");

/** An answer as reviewers read it: its question with the key, and both in words. */
export interface AnswerDetail extends Omit<Question, "id" | "type"> {
  question_type: QuestionType;
  answer: string;
  /** The answer in words, where it is not one text. */
  answer_text?: string;
  correct_text?: string;
  /** The answer has another form than its question asks for. */
  unreadable?: boolean;
}

interface Late {
  question_id: string;
  question: string;
  number?: number;
  /** A reviewer is to decide. */
  waits: boolean;
}

/** "3. Why a queue?": the question of a late answer, with its number in the outline of the test. */
export const numbered = ({ number, question }: Late) => (number ? `${number}. ${question}` : question);

/** Whether a late answer to this question waits for a decision. */
export const isLateWaiting = (late: readonly Late[], question: string): boolean =>
  late.some(({ question_id, waits }) => waits && question_id === question);

/**
 * The answers in the order of the outline, as all screens number them: candidates compare, also where their papers are shuffled.
 * Questions of one pool keep the order of the paper.
 */
export const inOutline = <D extends { answers: { number: number }[] }>(detail: D): D => ({
  ...detail,
  answers: detail.answers.toSorted((a, b) => a.number - b.number),
});

/** A late answer as people read it. */
export const lateText = ({ answer, answer_text }: { answer: string; answer_text?: string }) =>
  answer_text ?? answer;
