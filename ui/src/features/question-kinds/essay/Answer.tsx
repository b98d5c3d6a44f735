import { Field } from "@/ui/Field";
import { Textarea } from "@/ui/Textarea";
import { limitWords, usedWords } from "../answer/limit-labels";
import { limitPaste } from "../answer/limit-paste";
import type { AnswerProps } from "../answer/props";
import { t } from "../first-texts";

export function EssayAnswer({ answer, overLimit, onChange }: AnswerProps) {
  return (
    <Field label={t("yourAnswer")} hint={usedWords(answer)} error={overLimit ? limitWords() : undefined}>
      <Textarea
        rows={12}
        className="text-base leading-6"
        value={answer}
        placeholder={t("writeAnswerHere")}
        onPaste={limitPaste(onChange)}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
