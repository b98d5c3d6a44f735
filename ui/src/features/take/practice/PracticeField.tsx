import { useState } from "react";
import type { CandidateQuestion } from "@/api/questions";
import { lazyModule } from "@/lib/lazy-module";
import { ChoiceAnswer } from "../answer/ChoiceAnswer";
import { EssayAnswer } from "../answer/EssayAnswer";
import { answerKinds } from "../answer/load-kinds";
import { fitsAnswer } from "../journal/text";
import { useTakeSession } from "../useTake";
import { t } from "./texts";

/** Without the pane that runs the code: nothing of the practice is sent. */
const editorField = lazyModule(() => import("../answer/EditorField"));

/** The real field of a kind, with an answer that only this component holds. */
export function PracticeField({ question }: { question: CandidateQuestion }) {
  const [answer, setAnswer] = useState("");
  const session = useTakeSession();
  const kinds = answerKinds.use();
  const field = { answer, overLimit: false, onChange: setAnswer };
  if (question.type === "essay") return <EssayAnswer {...field} />;
  if (question.type === "coding") return <PracticeCode {...field} />;
  if (question.type === "multiple_choice") {
    return <ChoiceAnswer question={question} answer={answer} onChoose={setAnswer} />;
  }
  if (!kinds) return <Loading />;
  return <kinds.KindAnswer {...field} question={question} session={session} onChoose={setAnswer} />;
}

function PracticeCode(field: { answer: string; overLimit: boolean; onChange(answer: string): void }) {
  const module = editorField.use();
  if (!module) return <Loading />;
  return <module.EditorField {...field} language="" fits={fitsAnswer} editor={null} />;
}

function Loading() {
  return (
    <p role="status" className="text-muted text-sm">
      {t("loadingAnswerField")}
    </p>
  );
}
