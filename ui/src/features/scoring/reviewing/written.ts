import type { WrittenQuestion } from "../rubric-form/RubricDialog";

interface Asked {
  id: string;
  kind: string;
  number: number;
  label: string;
}

/** The questions that people score, with their numbers. */
export const writtenOf = (questions: Asked[]): WrittenQuestion[] =>
  questions
    .filter(({ kind }) => kind === "essay" || kind === "coding")
    .map(({ id, number, label }) => ({ id, label: `${number}. ${label}` }));
