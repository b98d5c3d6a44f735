import type { QuestionType } from "@/api/questions";
import type { AiLevel, AiQuestionType, GenerateReply } from "@/api/types";
import { kindLabel } from "@/lib/format";
import {
  emptyDraft,
  setAsideWizardDraft,
  type TestDraft,
  WIZARD_KEY,
  writeWizardDraft,
} from "../drafts/store";
import { newQuestionId, wholeNumber } from "../form/rules";
import { t } from "./texts";

export const COUNT_MIN = 1;
export const COUNT_MAX = 30;

export interface GenerateForm {
  topic: string;
  /** As typed. */
  count: string;
  level: AiLevel;
  type: AiQuestionType;
  /** For the bank. */
  types: QuestionType[];
  /** Creates the test immediately, without a review of its questions. */
  direct: boolean;
}

export const BLANK_FORM: GenerateForm = {
  topic: "",
  count: "10",
  level: "intermediate",
  type: "multiple_choice",
  types: ["multiple_choice"],
  direct: false,
};

export const levels = (): { value: AiLevel; label: string }[] => [
  { value: "beginner", label: t("beginner") },
  { value: "intermediate", label: t("intermediate") },
  { value: "advanced", label: t("advanced") },
  { value: "mixed", label: t("mixedLevels") },
];

export const types = (): { value: AiQuestionType; label: string }[] => [
  { value: "multiple_choice", label: kindLabel("multiple_choice") },
  { value: "coding", label: kindLabel("coding") },
  { value: "mixed", label: t("mixedTypes") },
];

export interface FormProblem {
  field: "topic" | "count" | "types";
  text: string;
}

/** Validation error of the form (docs/behaviour/calls.md#error-texts); null if valid. */
export function formProblem(form: GenerateForm, bank = false): FormProblem | null {
  if (form.topic.trim() === "") return { field: "topic", text: t("enterTopic") };
  if (wholeNumber(form.count, COUNT_MIN, COUNT_MAX) === null)
    return { field: "count", text: t("countRange", { min: COUNT_MIN, max: COUNT_MAX }) };
  if (bank && form.types.length === 0) return { field: "types", text: t("oneType") };
  return null;
}

/** The request. */
export const requestOf = (form: GenerateForm, bank: boolean) => ({
  topic: form.topic.trim(),
  questionCount: Number(form.count),
  level: form.level,
  ...(bank ? { types: form.types, bank } : { questionType: form.type, draft: !form.direct }),
});

/** Draft for review in the wizard. Replaces duplicate ids of the provider. */
export function draftOfReply(reply: GenerateReply, topic: string, now = new Date()): TestDraft {
  const taken: string[] = [];
  const questions = (reply.questions ?? []).map((question) => {
    const id =
      question.id && !taken.includes(question.id) ? question.id : newQuestionId(taken, now.getTime());
    taken.push(id);
    return { ...question, id };
  });
  return {
    ...emptyDraft(now),
    title: reply.title?.trim() || topic.trim(),
    questions,
  };
}

/** Passes the questions to the wizard and saves its content as a draft. False when storage is full. */
export const openInWizard = (draft: TestDraft): boolean => setAsideWizardDraft() && writeWizardDraft(draft);

/** Route state: the wizard opens the stored draft at once. */
export const OPEN_STATE = { openDraft: WIZARD_KEY };
