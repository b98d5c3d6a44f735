import type { CandidateQuestion } from "@/api/types";
import { RadioGroup } from "@/ui/RadioGroup";
import { firstLine, spokenOf } from "@/ui/rich-text/plain";
import { ClearAnswer } from "../answer/ClearAnswer";
import { PaperText } from "../answer/PaperText";

interface ChoiceAnswerProps {
  question: CandidateQuestion;
  answer: string;
  onChoose(answer: string): void;
}

/** One of several options. The answer is the text of the option. */
export function ChoiceAnswer({ question, answer, onChoose }: ChoiceAnswerProps) {
  const { options = [], option_contents } = question;
  const rows = options
    .filter((option) => typeof option === "string")
    .map((text, index) => ({
      value: text,
      spoken: spokenOf(option_contents?.[index], text),
      label: <PaperText inline content={option_contents?.[index]} source={text} />,
    }));
  return (
    <div>
      <RadioGroup
        label={firstLine(question.content, question.question)}
        hideLabel
        options={rows}
        value={answer || null}
        onChange={onChoose}
      />
      <ClearAnswer shown={answer !== ""} onClear={() => onChoose("")} />
    </div>
  );
}
