import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { limitWords } from "../answer/limit-labels";
import type { KindProps } from "../answer/props";
import { t } from "../texts";

export function ShortTextAnswer({ answer, overLimit, onChange }: KindProps) {
  return (
    <Field label={t("yourAnswer")} error={overLimit ? limitWords() : undefined} className="max-w-xl">
      <Input
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={answer}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
