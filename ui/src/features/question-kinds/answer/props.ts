import type { FC } from "react";
import type { CandidateQuestion } from "@/api/types";
import type { ShownQuestion } from "@/lib/translated-question";

export interface AnswerProps {
  answer: string;
  /** The last edit exceeded 64 KiB and was rejected. */
  overLimit: boolean;
  onChange(answer: string): void;
}

export interface CodeProps extends AnswerProps {
  question: CandidateQuestion;
}

export interface KindProps extends AnswerProps {
  question: ShownQuestion;
  /** The field for code, with or without runs: its page decides. */
  Code: FC<CodeProps>;
  /** Like `onChange`, for a form that must not be changed. */
  onChoose(answer: string): void;
}
