import type { Question, QuestionType } from "@/api/questions";
import { KEYS } from "./keys";
import type { KindLabels } from "./kind-labels";
import { t } from "./staff-texts";

/** In the order of the list that authors choose from. */
export const QUESTION_TYPES = Object.keys(KEYS) as QuestionType[];

/** In the groups that authors choose from. */
export const QUESTION_GROUPS = [...new Set(QUESTION_TYPES.map((type) => KEYS[type].labels.group))].map(
  (group) => ({ group, types: QUESTION_TYPES.filter((type) => KEYS[type].labels.group === group) }),
);

const GROUPS = {
  choice: "groupChoice",
  text: "groupText",
  number: "groupNumber",
  order: "groupOrder",
} as const;

export const groupLabel = (group: KindLabels["group"]) => t(GROUPS[group]);

export const hintOf = (type: QuestionType) => KEYS[type].labels.hint;

/** Undefined for kinds without parts. */
export const sizeWords = (question: Question) => KEYS[question.type].labels.size?.(question);

/** The key in one line; undefined where people score. */
export const keyWords = (question: Question) => KEYS[question.type].labels.key?.(question);
