import { type Question, type QuestionType, textsOf } from "@/api/questions";
import { blankChoice, blankMarked, type ChoiceDraft, filled, type MarkedChoice, padded } from "./choices";
import { type GapDrafts, gapsProblem, readGaps, writeGaps } from "./gaps";
import { type MatchingDraft, matchingProblem, readMatching, writeMatching } from "./matching";
import { type NumberDraft, numberProblem, readNumberKey, writeNumberKey } from "./numeric";
import { itemsProblem, readItems, writeItems } from "./ordering";
import type { Problem } from "./problem";
import { readResponse, responseProblem, writeResponse } from "./response";
import { readTextKey, type TextDraft, textProblem, writeTextKey } from "./short-text";

/** Keys of the kinds that have more than one field. All are kept while the kind changes, until the question is saved. */
export interface KeyDrafts {
  choices: MarkedChoice[];
  number: NumberDraft;
  text: TextDraft;
  items: ChoiceDraft[];
  matching: MatchingDraft;
  gaps: GapDrafts;
}

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

export function writeKeys(type: QuestionType, keys: KeyDrafts, text: string): Partial<Question> {
  switch (type) {
    case "multiple_response":
      return writeResponse(keys.choices);
    case "numeric":
      return writeNumberKey(keys.number);
    case "short_text":
      return writeTextKey(keys.text);
    case "ordering":
      return writeItems(keys.items);
    case "matching":
      return writeMatching(keys.matching);
    case "gaps":
      return writeGaps(keys.gaps, text);
    default:
      return {};
  }
}

export function keysProblem(
  type: QuestionType,
  keys: KeyDrafts,
  text: string,
  isPartial: boolean,
): Problem | null {
  switch (type) {
    case "multiple_response":
      return responseProblem(keys.choices, isPartial);
    case "numeric":
      return numberProblem(keys.number);
    case "short_text":
      return textProblem(keys.text);
    case "ordering":
      return itemsProblem(keys.items);
    case "matching":
      return matchingProblem(keys.matching);
    case "gaps":
      return gapsProblem(keys.gaps, text);
    default:
      return null;
  }
}

/** Whether anything was written into one of the forms. */
export function hasKeys({ choices, number, text, items, matching, gaps }: KeyDrafts): boolean {
  const lists = [choices, items, text.accepted, matching.pairs, matching.distractors];
  return (
    lists.some((list: ChoiceDraft[]) => filled(list).length > 0) ||
    matching.pairs.some(({ option }) => option.trim() !== "") ||
    number.correct_number.trim() !== "" ||
    text.pattern.trim() !== "" ||
    Object.keys(gaps).length > 0
  );
}

/** The list of texts of a kind: what another kind with a list can continue with. */
export function listOf(type: QuestionType, keys: KeyDrafts): MarkedChoice[] {
  if (type === "multiple_response") return filled(keys.choices);
  if (type === "ordering") return filled(keys.items).map((item) => ({ ...item, correct: false }));
  return [];
}

/** Puts a list into the form of a kind, unless something is written there. */
export function withList(type: QuestionType, keys: KeyDrafts, list: MarkedChoice[]): KeyDrafts {
  if (list.length === 0) return keys;
  if (type === "multiple_response" && filled(keys.choices).length === 0) {
    return { ...keys, choices: padded(list, blankMarked) };
  }
  if (type === "ordering" && filled(keys.items).length === 0) {
    return {
      ...keys,
      items: padded(
        list.map(({ id, text }) => ({ id, text })),
        blankChoice,
      ),
    };
  }
  return keys;
}

/** Options of multiple choice as a list. */
export const listOfTexts = (question: Pick<Question, "options">, correct: string): MarkedChoice[] =>
  textsOf(question)
    .filter((text) => text.trim() !== "")
    .map((text) => ({ ...blankMarked(text), correct: text === correct }));
