import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { limitWords } from "../answer/limit-labels";
import type { KindProps } from "../answer/props";
import { t } from "../texts";
import { readingWords, readNumber } from "./number";

/** The number that the server will read; any text is stored. */
function readingHint(answer: string): string {
  if (answer.trim() === "") return t("numberWithUnit");
  const reading = readNumber(answer);
  return reading ? t("readAs", { number: readingWords(reading) }) : t("notNumber");
}

export function NumericAnswer({ answer, overLimit, onChange }: KindProps) {
  return (
    <Field
      label={t("yourAnswer")}
      hint={<output>{readingHint(answer)}</output>}
      error={overLimit ? limitWords() : undefined}
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
