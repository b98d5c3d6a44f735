import { answerWords } from "@/lib/answer-words";
import { answersFileOf } from "@/lib/undelivered";
import { t } from "../end-texts";
import type { TakeSession } from "../session/take-session";

/** The answers as text for the candidate, with their questions. */
export function answersText(session: TakeSession): Blob {
  const { intro, questions, answers } = session.store.getState();
  const parts = questions.map((question, index) => {
    const answer = answers[question.id];
    return `${index + 1}. ${question.question}\n\n${answer ? answerWords(question, answer) : t("noAnswer")}`;
  });
  return new Blob([[intro?.test.title, ...parts].join("\n\n\n")], { type: "text/plain;charset=utf-8" });
}

/** Contents of the answers file for the administrator: the key proves that this browser held the attempt. */
export function answersFile(session: TakeSession): Blob {
  const { intro, questions } = session.store.getState();
  const texts = session.entries().map((entry) => {
    const number = questions.findIndex(({ id }) => id === entry.question_id) + 1;
    return { ...entry, number };
  });
  const { applicant_name: applicant = "", id: invite_id = "" } = intro?.invite ?? {};
  const title = intro?.test.title ?? "";
  const key = session.attemptKey ?? "";
  return answersFileOf({ key, title, applicant, invite_id, texts }, new Date(session.clock.now()));
}
