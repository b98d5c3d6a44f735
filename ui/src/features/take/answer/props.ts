import type { CandidateQuestion } from "@/api/types";
import type { TakeSession } from "../session/take-session";

export interface AnswerProps {
  answer: string;
  /** The last edit exceeded 64 KiB and was rejected. */
  overLimit: boolean;
  onChange(answer: string): void;
}

export interface KindProps extends AnswerProps {
  question: CandidateQuestion;
  /** Component that runs the code. A property: a lazy module that imports the context would split the first load. */
  session: TakeSession;
  /** Like `onChange`, for a form that must not be changed. */
  onChoose(answer: string): void;
}
