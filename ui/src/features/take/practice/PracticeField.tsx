import { useState } from "react";
import type { CandidateQuestion } from "@/api/questions";
import type { CodeProps } from "@/features/question-kinds/answer/props";
import { KindField, LoadingField } from "@/features/question-kinds/KindField";
import { fitsAnswer } from "@/lib/answer-text";
import { lazyModule } from "@/lib/lazy-module";

/** Without the pane that runs the code: nothing of the practice is sent. */
const editorField = lazyModule(() => import("../answer/EditorField"));

/** The real field of a kind, with an answer that only this component holds. */
export function PracticeField({ question }: { question: CandidateQuestion }) {
  const [answer, setAnswer] = useState("");
  return (
    <KindField
      {...{ question, answer }}
      overLimit={false}
      Code={PracticeCode}
      onChange={setAnswer}
      onChoose={setAnswer}
    />
  );
}

function PracticeCode({ question: _, ...field }: CodeProps) {
  const module = editorField.use();
  if (!module) return <LoadingField />;
  return <module.EditorField {...field} language="" fits={fitsAnswer} editor={null} />;
}
