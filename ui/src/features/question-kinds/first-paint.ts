import type { FC } from "react";
import type { QuestionType } from "@/api/types";
import type { KindProps } from "./answer/props";
import { CodingAnswer } from "./coding/Answer";
import { EssayAnswer } from "./essay/Answer";
import { ChoiceAnswer } from "./multiple-choice/Answer";

/** Answer fields that are part of the first paint: the others are in `answers.tsx`. */
export const FIRST_PAINT = {
  multiple_choice: ChoiceAnswer,
  essay: EssayAnswer,
  coding: CodingAnswer,
} satisfies Partial<Record<QuestionType, FC<KindProps>>>;

export type FirstPaintKind = keyof typeof FIRST_PAINT;

export const isFirstPaint = (type: QuestionType): type is FirstPaintKind => type in FIRST_PAINT;
