import { useState } from "react";
import type { CandidateQuestion } from "@/api/questions";
import type { CodeProps } from "@/features/question-kinds/answer/props";
import { KindField, LoadingField } from "@/features/question-kinds/KindField";
import { codeAnswer } from "../answer/lazy-code";

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

/** The desk of the test, without a session to run code in: nothing of the practice is sent. */
function PracticeCode(props: CodeProps) {
  const module = codeAnswer.use();
  return module ? <module.CodeAnswer {...props} session={undefined} /> : <LoadingField />;
}
