import { t } from "../panel-texts";
import type { Message } from "./messages";

const TITLES = {
  message: "messageFromProctor",
  announcement: "announcement",
  answer: "answerFromProctor",
} as const;

/** A correction names its question by the place that it has on this paper. */
export function titleOf({ kind, question_id }: Message, questions: readonly { id: string }[]): string {
  const place = question_id ? questions.findIndex(({ id }) => id === question_id) : -1;
  return place < 0 ? t(TITLES[kind]) : t("correctionOf", { number: place + 1 });
}
