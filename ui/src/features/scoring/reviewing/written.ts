import type { QuestionType } from "@/api/types";
import { isScoredByPeople } from "@/features/question-kinds/traits";
import type { WrittenQuestion } from "../rubric-form/RubricDialog";

interface Asked {
  id: string;
  kind: QuestionType;
  number: number;
  label: string;
}

/** The questions that people score, with their numbers. */
export const writtenOf = (questions: Asked[]): WrittenQuestion[] =>
  questions
    .filter(({ kind }) => isScoredByPeople(kind))
    .map(({ id, number, label }) => ({ id, label: `${number}. ${label}` }));
