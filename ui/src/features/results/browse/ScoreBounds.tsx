import { useTyped } from "@/lib/useTyped";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { t } from "../list-texts";
import { percentOf } from "./params";

interface Bounds {
  /** In percent, both included. */
  min: number | null;
  max: number | null;
}

interface BoundProps {
  label: string;
  brief: boolean;
  value: number | null;
  error: string | undefined;
  onApply: (value: number | null) => void;
}

function ScoreBound({ label, brief, value, error, onApply }: BoundProps) {
  const [text, setText] = useTyped(value === null ? "" : String(value), (typed) => {
    const bound = percentOf(typed);
    if (bound !== null || typed.trim() === "") onApply(bound);
  });
  const wrong = text.trim() !== "" && percentOf(text) === null;
  return (
    <Field label={label} className={brief ? "md:w-36" : "md:w-28"} error={wrong ? t("zeroTo100") : error}>
      <Input
        inputMode="decimal"
        placeholder={brief ? label : undefined}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </Field>
  );
}

interface Props extends Bounds {
  /** Each is named inside, and needs no label of its own. */
  brief?: boolean;
  onApply: (changes: Partial<Bounds>) => void;
}

/** Fields of a filter by score. */
export function ScoreBounds({ brief = false, min, max, onApply }: Props) {
  const crossed = min !== null && max !== null && min > max ? t("aboveUpper") : undefined;
  return (
    <>
      <ScoreBound
        brief={brief}
        label={t("scoreFrom")}
        value={min}
        error={crossed}
        onApply={(value) => onApply({ min: value })}
      />
      <ScoreBound
        brief={brief}
        label={t("scoreTo")}
        value={max}
        error={undefined}
        onApply={(value) => onApply({ max: value })}
      />
    </>
  );
}
