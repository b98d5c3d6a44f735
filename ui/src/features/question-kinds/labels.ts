import type { Question, QuestionType } from "@/api/questions";
import { CODING_LABELS } from "./coding/labels";
import { ESSAY_LABELS } from "./essay/labels";
import { GAPS_LABELS } from "./gaps/labels";
import type { KindLabels } from "./kind-labels";
import { MATCHING_LABELS } from "./matching/labels";
import { CHOICE_LABELS } from "./multiple-choice/labels";
import { RESPONSE_LABELS } from "./multiple-response/labels";
import { NUMERIC_LABELS } from "./numeric/labels";
import { ORDERING_LABELS } from "./ordering/labels";
import { SHORT_TEXT_LABELS } from "./short-text/labels";
import { t } from "./staff-texts";

/** In the order of the list that authors choose from. */
const LABELS: Record<QuestionType, KindLabels> = {
  multiple_choice: CHOICE_LABELS,
  multiple_response: RESPONSE_LABELS,
  short_text: SHORT_TEXT_LABELS,
  gaps: GAPS_LABELS,
  essay: ESSAY_LABELS,
  coding: CODING_LABELS,
  numeric: NUMERIC_LABELS,
  ordering: ORDERING_LABELS,
  matching: MATCHING_LABELS,
};

export const QUESTION_TYPES = Object.keys(LABELS) as QuestionType[];

/** In the groups that authors choose from. */
export const QUESTION_GROUPS = [...new Set(QUESTION_TYPES.map((type) => LABELS[type].group))].map(
  (group) => ({ group, types: QUESTION_TYPES.filter((type) => LABELS[type].group === group) }),
);

const GROUPS = {
  choice: "groupChoice",
  text: "groupText",
  number: "groupNumber",
  order: "groupOrder",
} as const;

export const groupLabel = (group: KindLabels["group"]) => t(GROUPS[group]);

export const hintOf = (type: QuestionType) => LABELS[type].hint;

/** Undefined for kinds without parts. */
export const sizeWords = (question: Question) => LABELS[question.type].size?.(question);

/** The key in one line; undefined where people score. */
export const keyWords = (question: Question) => LABELS[question.type].key?.(question);
