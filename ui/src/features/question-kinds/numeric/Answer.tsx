import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { OVER_LIMIT } from "../answer/limit-labels";
import type { KindProps } from "../answer/props";
import { readingWords, readNumber } from "./number";

/** The number that the server will read; any text is stored. */
function readingHint(answer: string): string {
  if (answer.trim() === "") return "A number, with its unit if one is asked for.";
  const reading = readNumber(answer);
  return reading ? `Read as ${readingWords(reading)}.` : "This is not a number. It is kept as you wrote it.";
}

export function NumericAnswer({ answer, overLimit, onChange }: KindProps) {
  return (
    <Field
      label="Your answer"
      hint={<output>{readingHint(answer)}</output>}
      error={overLimit ? OVER_LIMIT : undefined}
      className="max-w-sm"
    >
      <Input
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        value={answer}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
