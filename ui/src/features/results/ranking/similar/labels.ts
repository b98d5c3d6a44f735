import type { Similarity, SimilarOrigin, SimilarPair } from "@/api/ranking";
import { formatDateTime } from "@/lib/format";
import { t } from "../tool-texts";

export type Finding = NonNullable<SimilarPair["finding"]>;

/** "64%" of the shorter answer, rounded down: never more than there is. */
export const shareWords = (score: number) => `${Math.floor(score * 100)}%`;

/** "Compared by Ada Admin, Nov 20, 2026, 2:00 PM: 42 answers." */
export function comparedWords({ compared_by, compared_at, answers }: Similarity): string | null {
  if (compared_at === null) return null;
  return t("comparedBy", { by: compared_by ?? "", at: formatDateTime(compared_at), count: answers });
}

/** Origin of the shared text by the history of an answer, in neutral words. */
export function originWords(origin: SimilarOrigin | null): string {
  if (!origin) return t("noHistory");
  const { held_at, typed_chars, pasted_chars } = origin;
  const typed =
    typed_chars + pasted_chars === 0
      ? t("noFinerTimes")
      : t("typedPasted", { count: typed_chars, pasted: pasted_chars });
  return held_at === null ? typed : `${t("halfAt", { at: formatDateTime(held_at) })} ${typed}`;
}

/** A pair in the address: question, first and second. */
export const pairKey = ({ question_id, first, second }: SimilarPair) =>
  [question_id, first.submission_id, second.submission_id].join("~");
