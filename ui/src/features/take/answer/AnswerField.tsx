import type { CandidateQuestion } from "@/api/types";
import { t } from "../texts";
import { useTake, useTakeSession } from "../useTake";
import { ChoiceAnswer } from "./ChoiceAnswer";
import { EssayAnswer } from "./EssayAnswer";
import { answerKinds } from "./load-kinds";
import type { KindProps } from "./props";

export function AnswerField({ question }: { question: CandidateQuestion }) {
  const session = useTakeSession();
  const { id, type } = question;
  const answer = useTake((state) => state.answers[id] ?? "");
  const overLimit = useTake((state) => state.overLimit[id] ?? false);
  const onChange = (text: string) => session.edit(id, text);
  const onChoose = (text: string) => session.choose(id, text);
  if (type === "essay") return <EssayAnswer {...{ answer, overLimit, onChange }} />;
  if (type === "multiple_choice") return <ChoiceAnswer {...{ question, answer, onChoose }} />;
  return <LazyAnswer {...{ question, session, answer, overLimit, onChange, onChoose }} />;
}

function LazyAnswer(props: KindProps) {
  const module = answerKinds.use();
  if (module) return <module.KindAnswer {...props} />;
  return (
    <p role="status" className="text-muted text-sm">
      {t("loadingAnswerField")}
    </p>
  );
}
