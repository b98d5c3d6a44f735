import type { TakeSession } from "../session/take-session";

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
