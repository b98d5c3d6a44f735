import { Field } from "@/ui/Field";
import { Textarea } from "@/ui/Textarea";
import { t } from "../texts";
import { limitWords, usedWords } from "./limit-labels";
import { limitPaste } from "./limit-paste";
import type { AnswerProps } from "./props";

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
