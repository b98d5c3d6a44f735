import { answerWords } from "@/lib/answer-words";
import type { TakeSession } from "../session/take-session";

/** The answers as text for the candidate, with their questions. */
export function answersText(session: TakeSession): Blob {
  const { intro, questions, answers } = session.store.getState();
  const parts = questions.map((question, index) => {
    const answer = answers[question.id];
    return `${index + 1}. ${question.question}\n\n${answer ? answerWords(question, answer) : "(no answer)"}`;
  });
  return new Blob([[intro?.test.title, ...parts].join("\n\n\n")], { type: "text/plain;charset=utf-8" });
}

/** Contents of the answers file for the administrator: the key proves that this browser held the attempt. */
export function answersFile(session: TakeSession): Blob {
  const { intro } = session.store.getState();
  const content = {
    format: "invigil-answers/1",
    test: intro?.test.title,
    applicant: intro?.invite.applicant_name,
    invite_id: intro?.invite.id,
    saved_at: new Date(session.clock.now()).toISOString(),
    attempt_key: session.attemptKey,
    answers: session.entries(),
  };
  return new Blob([JSON.stringify(content, null, 1)], { type: "application/json" });
}
