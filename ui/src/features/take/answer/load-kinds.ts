import type { CandidateQuestion } from "@/api/types";
import { lazyModule } from "@/lib/lazy-module";
import { loadRichText } from "@/ui/rich-text/RichText";
import type { Holder } from "../attempt-call";
import { paperPictures } from "../pictures/load-pictures";
import { codeEditor } from "./load-editor";

/** Answer fields that only some tests need: not part of the first paint. */
export const answerKinds = lazyModule(() => import("./kinds"));

const FIRST_PAINT = ["multiple_choice", "essay"];

/** Fetches what the questions need, while online and not when a question is reached. */
export function prefetchFields(questions: CandidateQuestion[], holder: Holder, signal: AbortSignal): void {
  if (questions.some(({ type }) => type === "coding")) void codeEditor.load();
  if (questions.some(({ type }) => !FIRST_PAINT.includes(type))) void answerKinds.load();
  if (questions.some(({ format }) => format === "markdown")) {
    void loadRichText();
    paperPictures().then(
      (pictures) => pictures.keepAll(holder, questions, signal),
      () => undefined,
    );
  }
}
