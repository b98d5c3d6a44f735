import type { Similarity, SimilarOrigin, SimilarPair } from "@/api/ranking";
import { formatDateTime, plural } from "@/lib/format";

export type Finding = NonNullable<SimilarPair["finding"]>;

export const FINDING_LABELS: Record<Finding, string> = {
  discussed: "Discussed",
  no_finding: "No finding",
};

/** "64%" of the shorter answer, rounded down: never more than there is. */
export const shareWords = (score: number) => `${Math.floor(score * 100)}%`;

/** "Compared by Ada Admin, Nov 20, 2026, 2:00 PM: 42 answers." */
export function comparedWords({ compared_by, compared_at, answers }: Similarity): string | null {
  if (compared_at === null) return null;
  return `Compared by ${compared_by}, ${formatDateTime(compared_at)}: ${plural(answers, "answer")}.`;
}

/** Origin of the shared text by the history of an answer, in neutral words. */
export function originWords(origin: SimilarOrigin | null): string {
  if (!origin) return "No history was kept.";
  const { held_at, typed_chars, pasted_chars } = origin;
  const typed =
    typed_chars + pasted_chars === 0
      ? "No finer times than the saves."
      : `${plural(typed_chars, "character")} typed, ${pasted_chars} pasted.`;
  return held_at === null
    ? typed
    : `Half of the shared text was there at ${formatDateTime(held_at)}. ${typed}`;
}

/** A pair in the address: question, first and second. */
export const pairKey = ({ question_id, first, second }: SimilarPair) =>
  [question_id, first.submission_id, second.submission_id].join("~");
