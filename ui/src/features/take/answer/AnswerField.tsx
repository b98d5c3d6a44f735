import type { CandidateQuestion } from "@/api/types";
import { Button } from "@/ui/Button";
import { RadioGroup } from "@/ui/RadioGroup";
import { useTake, useTakeSession } from "../useTake";
import { CodeAnswer } from "./CodeAnswer";
import { EssayAnswer } from "./EssayAnswer";

export function AnswerField({ question }: { question: CandidateQuestion }) {
  const session = useTakeSession();
  const { id, type, options = [], expected_language } = question;
  const answer = useTake((state) => state.answers[id] ?? "");
  const overLimit = useTake((state) => state.overLimit[id] ?? false);
  const onChange = (text: string) => session.edit(id, text);
  if (type === "essay") return <EssayAnswer {...{ answer, overLimit, onChange }} />;
  if (type === "coding") {
    return <CodeAnswer {...{ answer, overLimit, onChange }} language={expected_language ?? ""} />;
  }
  return (
    <div>
      <RadioGroup
        label={question.question}
        hideLabel
        options={options.map((option) => ({ value: option, label: option }))}
        value={answer || null}
        onChange={(option) => session.choose(id, option)}
      />
      <Button
        variant="ghost"
        size="sm"
        className={answer ? "mt-2 -ml-3" : "invisible mt-2 -ml-3"}
        onClick={() => session.choose(id, "")}
      >
        Clear answer
      </Button>
    </div>
  );
}
