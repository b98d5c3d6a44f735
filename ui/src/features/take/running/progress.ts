import type { CandidateQuestion } from "@/api/types";

export const isAnswered = (answer: string | undefined) => (answer ?? "").trim() !== "";

/** Zero-based positions of the unanswered questions. */
export function unanswered(questions: CandidateQuestion[], answers: Record<string, string>): number[] {
  return questions.flatMap((question, position) => (isAnswered(answers[question.id]) ? [] : [position]));
}

/** Zero-based positions of the questions marked for later. */
export function markedPositions(questions: CandidateQuestion[], marked: string[]): number[] {
  return questions.flatMap((question, position) => (marked.includes(question.id) ? [position] : []));
}
