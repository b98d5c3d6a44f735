import type { CandidateQuestion } from "@/api/types";
import { isFirstPaint } from "@/features/question-kinds/first-paint";
import { answerKinds } from "@/features/question-kinds/lazy-answers";
import { loadRichText } from "@/ui/rich-text/RichText";
import type { Holder } from "../attempt-call";
import { paperPictures } from "../pictures/load-pictures";
import { codeAnswer } from "./lazy-code";
import { codeEditor } from "./lazy-editor";

/** Whether one of the texts is formatted. */
const hasTree = (texts: unknown[]) => /"(instructions_)?content":/.test(JSON.stringify(texts));

/** Fetches what the questions need, while online and not when a question is reached. */
export function prefetchFields(
  questions: CandidateQuestion[],
  /** Texts of sections. */
  texts: unknown[],
  holder: Holder,
  signal: AbortSignal,
): void {
  if (questions.some(({ type }) => type === "coding")) {
    void codeAnswer.load();
    void codeEditor.load();
  }
  if (questions.some(({ type }) => !isFirstPaint(type))) void answerKinds.load();
  if (questions.some(({ format }) => format === "markdown") || hasTree(texts)) {
    void loadRichText();
    paperPictures().then(
      (pictures) => pictures.keepAll(holder, [questions, texts], signal),
      () => undefined,
    );
  }
}
