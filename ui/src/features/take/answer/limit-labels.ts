import { ANSWER_LIMIT, utf8Bytes } from "../journal/text";

/** From this share of the limit on the field tells how much is used. */
const TELL_FROM = 0.75;
const KIB = 1024;

export const OVER_LIMIT =
  "An answer can hold at most 64 KiB of text. The last change was not taken: shorten the text and try again.";

/** "51 of 64 KiB used", once it matters. */
export function usedWords(answer: string): string | undefined {
  const bytes = utf8Bytes(answer);
  if (bytes < ANSWER_LIMIT * TELL_FROM) return undefined;
  return `${Math.ceil(bytes / KIB)} of ${ANSWER_LIMIT / KIB} KiB used`;
}
