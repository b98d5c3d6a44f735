import { Field } from "@/ui/Field";
import { Textarea } from "@/ui/Textarea";
import { OVER_LIMIT, usedWords } from "../answer/limit-labels";
import { limitPaste } from "../answer/limit-paste";
import type { AnswerProps } from "../answer/props";

export function EssayAnswer({ answer, overLimit, onChange }: AnswerProps) {
  return (
    <Field label="Your answer" hint={usedWords(answer)} error={overLimit ? OVER_LIMIT : undefined}>
      <Textarea
        rows={12}
        className="text-base leading-6"
        value={answer}
        placeholder="Write your answer here"
        onPaste={limitPaste(onChange)}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
