import type { Question, QuestionType } from "@/api/questions";
import { type CodeDraft, codeProblem, hasCode, writeCode } from "./coding/key";
import { CODING_LABELS } from "./coding/labels";
import { ESSAY_LABELS } from "./essay/labels";
import {
  blankChoice,
  blankMarked,
  type ChoiceDraft,
  filled,
  type MarkedChoice,
  padded,
} from "./form/choices";
import type { Problem } from "./form/problem";
import { type GapDrafts, gapsProblem, readGaps, writeGaps } from "./gaps/key";
import { GAPS_LABELS } from "./gaps/labels";
import type { KindLabels } from "./kind-labels";
import { isMatched, type MatchingDraft, matchingProblem, readMatching, writeMatching } from "./matching/key";
import { MATCHING_LABELS } from "./matching/labels";
import {
  filledOptions,
  listOfOptions,
  type OptionsDraft,
  optionsOfList,
  writeOptions,
} from "./multiple-choice/key";
import { CHOICE_LABELS } from "./multiple-choice/labels";
import { readResponse, responseProblem, writeResponse } from "./multiple-response/key";
import { RESPONSE_LABELS } from "./multiple-response/labels";
import { type NumberDraft, numberProblem, readNumberKey, writeNumberKey } from "./numeric/key";
import { NUMERIC_LABELS } from "./numeric/labels";
import { itemsProblem, readItems, writeItems } from "./ordering/key";
import { ORDERING_LABELS } from "./ordering/labels";
import { readTextKey, type TextDraft, textProblem, writeTextKey } from "./short-text/key";
import { SHORT_TEXT_LABELS } from "./short-text/labels";

export interface KeyDrafts {
  choices: MarkedChoice[];
  number: NumberDraft;
  text: TextDraft;
  items: ChoiceDraft[];
  matching: MatchingDraft;
  gaps: GapDrafts;
}

/** The key of a question that is being written. All kinds' are kept while the kind changes, until the question is saved. */
export interface KeyedDraft extends OptionsDraft {
  /** The text, in which gaps are marked. */
  question: string;
  expected_language: string;
  keys: KeyDrafts;
  code: CodeDraft;
  extras: { scoring: "all_or_nothing" | "partial" };
}

export type KeyChanges = Partial<Omit<KeyedDraft, "extras">>;

interface KindKey {
  labels: KindLabels;
  write(draft: KeyedDraft): Partial<Question>;
  problem(draft: KeyedDraft): Problem | null;
  isWritten(draft: KeyedDraft): boolean;
  /** The texts that another kind with a list can continue with. */
  list?(draft: KeyedDraft): MarkedChoice[];
  /** Continues with such a list, unless something is written. */
  fromList?(list: MarkedChoice[], draft: KeyedDraft): KeyChanges;
}

const isFilledIn = (text: string) => text.trim() !== "";

/** In the order of the list that authors choose from. */
export const KEYS: Record<QuestionType, KindKey> = {
  multiple_choice: {
    labels: CHOICE_LABELS,
    write: writeOptions,
    // Found earlier, with texts that differ by place: `validateQuestion`.
    problem: () => null,
    isWritten: ({ options }) => filledOptions(options).length > 0,
    list: listOfOptions,
    fromList: optionsOfList,
  },
  multiple_response: {
    labels: RESPONSE_LABELS,
    write: ({ keys }) => writeResponse(keys.choices),
    problem: ({ keys, extras }) => responseProblem(keys.choices, extras.scoring === "partial"),
    isWritten: ({ keys }) => filled(keys.choices).length > 0,
    list: ({ keys }) => filled(keys.choices),
    fromList: (list, { keys }) =>
      filled(keys.choices).length > 0 ? {} : { keys: { ...keys, choices: padded(list, blankMarked) } },
  },
  short_text: {
    labels: SHORT_TEXT_LABELS,
    write: ({ keys }) => writeTextKey(keys.text),
    problem: ({ keys }) => textProblem(keys.text),
    isWritten: ({ keys: { text } }) => filled(text.accepted).length > 0 || isFilledIn(text.pattern),
  },
  gaps: {
    labels: GAPS_LABELS,
    write: ({ keys, question }) => writeGaps(keys.gaps, question),
    problem: ({ keys, question }) => gapsProblem(keys.gaps, question),
    isWritten: ({ keys }) => Object.keys(keys.gaps).length > 0,
  },
  essay: { labels: ESSAY_LABELS, write: () => ({}), problem: () => null, isWritten: () => false },
  coding: {
    labels: CODING_LABELS,
    write: ({ expected_language, code }) => ({ expected_language, ...writeCode(expected_language, code) }),
    problem: ({ expected_language, code }) => codeProblem(expected_language, code),
    isWritten: ({ code }) => hasCode(code),
  },
  numeric: {
    labels: NUMERIC_LABELS,
    write: ({ keys }) => writeNumberKey(keys.number),
    problem: ({ keys }) => numberProblem(keys.number),
    isWritten: ({ keys }) => isFilledIn(keys.number.correct_number),
  },
  ordering: {
    labels: ORDERING_LABELS,
    write: ({ keys }) => writeItems(keys.items),
    problem: ({ keys }) => itemsProblem(keys.items),
    isWritten: ({ keys }) => filled(keys.items).length > 0,
    list: ({ keys }) => filled(keys.items).map((item) => ({ ...item, correct: false })),
    fromList: (list, { keys }) => {
      if (filled(keys.items).length > 0) return {};
      const items = list.map(({ id, text }) => ({ id, text }));
      return { keys: { ...keys, items: padded(items, blankChoice) } };
    },
  },
  matching: {
    labels: MATCHING_LABELS,
    write: ({ keys }) => writeMatching(keys.matching),
    problem: ({ keys }) => matchingProblem(keys.matching),
    isWritten: ({ keys }) => isMatched(keys.matching),
  },
};

/** Reads the key of a question; forms of other kinds are blank. */
export function readKeys(question: Question): KeyDrafts {
  const none: Question = { id: "", type: "essay", question: "", points: 1 };
  const of = (type: QuestionType) => (question.type === type ? question : none);
  return {
    choices: readResponse(of("multiple_response")),
    number: readNumberKey(of("numeric")),
    text: readTextKey(of("short_text")),
    items: readItems(of("ordering")),
    matching: readMatching(of("matching")),
    gaps: readGaps(of("gaps")),
  };
}

/** Whether anything was written into one of the forms. */
export const hasKeys = (draft: KeyedDraft) => Object.values(KEYS).some((key) => key.isWritten(draft));

/** What another kind takes over from the list of a question. */
export function takenOver(draft: KeyedDraft, from: QuestionType, to: QuestionType): KeyChanges {
  const list = KEYS[from].list?.(draft) ?? [];
  return list.length > 0 && from !== to ? (KEYS[to].fromList?.(list, draft) ?? {}) : {};
}
