import type { ShownQuestion } from "@/lib/translated-question";
import { RadioGroup } from "@/ui/RadioGroup";
import { firstLine, spokenOf } from "@/ui/rich-text/plain";
import { ClearAnswer } from "../answer/ClearAnswer";
import { PaperText } from "../answer/PaperText";

interface ChoiceAnswerProps {
  question: ShownQuestion;
  answer: string;
  onChoose(answer: string): void;
}

/** One of several options. The answer is the text of the option, whatever is shown for it. */
export function ChoiceAnswer({ question, answer, onChoose }: ChoiceAnswerProps) {
  const { options = [], option_contents, labels, lang } = question;
  const rows = options
    .filter((option) => typeof option === "string")
    .map((value, index) => {
      const text = { content: option_contents?.[index], source: labels?.[index] ?? value };
      return {
        value,
        spoken: spokenOf(text.content, text.source),
        label: <PaperText inline {...text} />,
      };
    });
  return (
    <div>
      <RadioGroup
        label={firstLine(question.content, question.question)}
        hideLabel
        lang={lang}
        options={rows}
        value={answer || null}
        onChange={onChoose}
      />
      <ClearAnswer shown={answer !== ""} onClear={() => onChoose("")} />
    </div>
  );
}
