import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { OVER_LIMIT } from "../answer/limit-labels";
import type { KindProps } from "../answer/props";

export function ShortTextAnswer({ answer, overLimit, onChange }: KindProps) {
  return (
    <Field label="Your answer" error={overLimit ? OVER_LIMIT : undefined} className="max-w-xl">
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
