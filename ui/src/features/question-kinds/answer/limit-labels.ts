import { ANSWER_LIMIT, utf8Bytes } from "@/lib/answer-text";
import { t } from "../first-texts";

/** Fraction of the limit from which the field shows how much is used. */
const USAGE_SHOWN_FROM = 0.75;
const KIB = 1024;

const LIMIT_KIB = ANSWER_LIMIT / KIB;

export const limitWords = () => t("overLimit", { limit: LIMIT_KIB });

/** "51 of 64 KiB used", or empty below the threshold. */
export function usedWords(answer: string): string | undefined {
  const bytes = utf8Bytes(answer);
  if (bytes < ANSWER_LIMIT * USAGE_SHOWN_FROM) return undefined;
  return t("kibUsed", { used: Math.ceil(bytes / KIB), limit: LIMIT_KIB });
}
