import type { CandidateQuestion } from "@/api/types";
import { isBlank } from "@/lib/invisible";

export const isAnswered = (answer: string | undefined) => !isBlank(answer ?? "");

/** Zero-based positions of the unanswered questions. */
export function unanswered(questions: CandidateQuestion[], answers: Record<string, string>): number[] {
  return questions.flatMap((question, position) => (isAnswered(answers[question.id]) ? [] : [position]));
}

/** Zero-based positions of the questions marked for later. */
export function markedPositions(questions: CandidateQuestion[], marked: string[]): number[] {
  return questions.flatMap((question, position) => (marked.includes(question.id) ? [position] : []));
}

/** Numbers, from 1, of the questions whose answers are named as not on the server. */
export const heldNumbers = (questions: CandidateQuestion[], held: string[] = []): number[] =>
  questions.flatMap(({ id }, position) => (held.includes(id) ? [position + 1] : []));
