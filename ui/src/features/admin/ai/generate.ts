import type { AiLevel, AiQuestionType, GenerateReply } from "@/api/types";
import {
  emptyDraft,
  setAsideWizardDraft,
  type TestDraft,
  WIZARD_KEY,
  writeWizardDraft,
} from "../drafts/store";
import { newQuestionId, wholeNumber } from "../questions/rules";

export const COUNT_MIN = 1;
export const COUNT_MAX = 30;

export interface GenerateForm {
  topic: string;
  /** As typed. */
  count: string;
  level: AiLevel;
  type: AiQuestionType;
  /** Makes the test at once, without a person having read its questions. */
  direct: boolean;
}

export const BLANK_FORM: GenerateForm = {
  topic: "",
  count: "10",
  level: "intermediate",
  type: "multiple_choice",
  direct: false,
};

export const LEVELS: { value: AiLevel; label: string }[] = [
  { value: "beginner", label: "Beginner" },
  { value: "intermediate", label: "Intermediate" },
  { value: "advanced", label: "Advanced" },
  { value: "mixed", label: "Mixed" },
];

export const TYPES: { value: AiQuestionType; label: string }[] = [
  { value: "multiple_choice", label: "Multiple choice" },
  { value: "coding", label: "Coding" },
  { value: "mixed", label: "Mixed" },
];

export interface FormProblem {
  field: "topic" | "count";
  text: string;
}

/** What keeps the form from being sent, in the spec's words (§5). */
export function formProblem(form: GenerateForm): FormProblem | null {
  if (form.topic.trim() === "") return { field: "topic", text: "Please enter a topic" };
  if (wholeNumber(form.count, COUNT_MIN, COUNT_MAX) === null)
    return { field: "count", text: `Question count must be between ${COUNT_MIN} and ${COUNT_MAX}` };
  return null;
}

/** What a person gets to check in the wizard. Ids are made anew where the provider repeated one. */
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

/** Hands the questions to the wizard; what it held goes to the list of drafts. False when there is no room. */
export const openInWizard = (draft: TestDraft): boolean => setAsideWizardDraft() && writeWizardDraft(draft);

/** State for the wizard's route: open what lies there at once. */
export const OPEN_STATE = { openDraft: WIZARD_KEY };
