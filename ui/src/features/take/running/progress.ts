import type { CandidateQuestion } from "@/api/types";

export const isAnswered = (answer: string | undefined) => (answer ?? "").trim() !== "";

/** Positions, from 0, of the questions that wait for an answer. */
export function unanswered(questions: CandidateQuestion[], answers: Record<string, string>): number[] {
  return questions.flatMap((question, position) => (isAnswered(answers[question.id]) ? [] : [position]));
}

/** Positions, from 0, of the questions marked for later. */
export function markedPositions(questions: CandidateQuestion[], marked: string[]): number[] {
  return questions.flatMap((question, position) => (marked.includes(question.id) ? [position] : []));
}
