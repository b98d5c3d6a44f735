import { ANSWER_LIMIT, utf8Bytes } from "@/lib/answer-text";

/** Fraction of the limit from which the field shows how much is used. */
const USAGE_SHOWN_FROM = 0.75;
const KIB = 1024;

export const OVER_LIMIT =
  "An answer can hold at most 64 KiB of text. The last change was rejected: shorten the text and try again.";

/** "51 of 64 KiB used", or empty below the threshold. */
export function usedWords(answer: string): string | undefined {
  const bytes = utf8Bytes(answer);
  if (bytes < ANSWER_LIMIT * USAGE_SHOWN_FROM) return undefined;
  return `${Math.ceil(bytes / KIB)} of ${ANSWER_LIMIT / KIB} KiB used`;
}
