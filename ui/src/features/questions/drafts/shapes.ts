import type { Question, TextFormat } from "@/api/questions";
import { blankCode } from "@/features/question-kinds/coding/key";
import { QUESTION_TYPES } from "@/features/question-kinds/labels";
import { z } from "@/lib/schema";
import { blankDraft, type QuestionDraft } from "../form/rules";

// What this browser kept may be older than the page, or written by another hand.

const text = z.string();
const flag = z.boolean();
const type = z.enum(QUESTION_TYPES);
const choice = z.object({ id: text, text });
const marked = z.object({ id: text, text, correct: flag, pinned: z.optional(flag) });
const number = z.object({
  correct_number: text,
  tolerance_kind: z.enum(["none", "absolute", "relative"]),
  tolerance: text,
  unit: text,
});
const textKey = z.object({
  accepted: z.array(choice),
  case_sensitive: flag,
  space_sensitive: flag,
  pattern: text,
});
const gap = z.object({
  kind: z.enum(["choice", "text", "number"]),
  options: z.array(marked),
  text: textKey,
  number,
});
const pair = z.object({ id: text, text, option_id: text, option: text });

const keys = z.object({
  choices: z.array(marked),
  number,
  text: textKey,
  items: z.array(choice),
  matching: z.object({ pairs: z.array(pair), distractors: z.array(choice) }),
  gaps: z.record(text, gap),
});

const extras = z.object({
  scoring: z.enum(["all_or_nothing", "partial"]),
  penalty: text,
  explanation: text,
  show_explanation: flag,
  reviewer_notes: text,
  tags: text,
});

const codeTest = z.object({
  id: text,
  input: text,
  output: text,
  visible: flag,
  weight: text,
  group: text,
});

const code = z.object({
  others: z.array(text),
  starter: z.record(text, text),
  tests: z.array(codeTest),
  checker: z.enum(["exact", "tokens", "numbers"]),
  tolerance: text,
  time_limit_ms: text,
  memory_limit_mb: text,
  solutions: z.array(z.object({ id: text, language: text, source: text })),
  wrong: z.optional(z.array(z.object({ id: text, language: text, source: text }))),
  review: flag,
});

const format = z.enum(["plain", "markdown"]);

/** A draft of before these fields has none of the last five. */
const questionDraft = z.object({
  id: text,
  type,
  question: text,
  points: text,
  options: z.array(text),
  correct_answer: text,
  expected_language: text,
  format: z.optional(format),
  keys: z.optional(keys),
  extras: z.optional(extras),
  code: z.optional(code),
  pinned_options: z.optional(z.array(text)),
});

const keyGap = z.object({ id: text, kind: gap.shape.kind, options: z.optional(z.array(choice)) });

const solutions = z.array(z.object({ language: text, source: text }));

/** The parts that the page reads before the server checks all of it. */
const question = z.object({
  id: text,
  type,
  question: text,
  points: z.number(),
  options: z.optional(z.array(z.union([text, choice]))),
  prompts: z.optional(z.array(choice)),
  order: z.optional(z.array(text)),
  pairs: z.optional(z.record(text, text)),
  accepted: z.optional(z.array(text)),
  correct_answers: z.optional(z.array(text)),
  gaps: z.optional(z.array(keyGap)),
  tags: z.optional(z.array(text)),
  languages: z.optional(z.array(text)),
  starter_code: z.optional(z.record(text, text)),
  tests: z.optional(z.array(z.object({ output: text }))),
  reference_solutions: z.optional(solutions),
  wrong_solutions: z.optional(solutions),
  pinned_options: z.optional(z.array(text)),
});

export const isFormat = (value: unknown): value is TextFormat => format.safeParse(value).success;

export const isQuestion = (value: unknown): value is Question => question.safeParse(value).success;

export const isQuestionDraft = (value: unknown): value is QuestionDraft =>
  questionDraft.safeParse(value).success;

/** Adds the fields that an older page did not have. */
export const completed = (draft: QuestionDraft): QuestionDraft => ({
  ...blankDraft(draft.id),
  ...draft,
  ...(draft.code && { code: { ...blankCode(), ...draft.code } }),
});
