import { KindField } from "@/features/question-kinds/KindField";
import type { ShownQuestion } from "@/lib/translated-question";
import { useTake, useTakeSession } from "../useTake";
import { CodeField } from "./CodeField";

export function AnswerField({ question }: { question: ShownQuestion }) {
  const session = useTakeSession();
  const { id } = question;
  const answer = useTake((state) => state.answers[id] ?? "");
  const overLimit = useTake((state) => state.overLimit[id] ?? false);
  return (
    <KindField
      {...{ question, answer, overLimit }}
      Code={CodeField}
      onChange={(text) => session.edit(id, text)}
      onChoose={(text) => session.choose(id, text)}
    />
  );
}
