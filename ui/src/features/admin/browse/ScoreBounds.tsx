import { useTyped } from "@/lib/useTyped";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { percentOf } from "./params";

export interface Bounds {
  /** In percent, both included. */
  min: number | null;
  max: number | null;
}

interface BoundProps {
  className: string;
  label: string;
  value: number | null;
  error: string | undefined;
  onApply: (value: number | null) => void;
}

function ScoreBound({ className, label, value, error, onApply }: BoundProps) {
  const [text, setText] = useTyped(value === null ? "" : String(value), (typed) => {
    const bound = percentOf(typed);
    if (bound !== null || typed.trim() === "") onApply(bound);
  });
  const wrong = text.trim() !== "" && percentOf(text) === null;
  return (
    <Field label={label} className={`sm:w-28 ${className}`} error={wrong ? "0 to 100" : error}>
      <Input inputMode="decimal" value={text} onChange={(event) => setText(event.target.value)} />
    </Field>
  );
}

interface Props extends Bounds {
  className: string;
  onApply: (changes: Partial<Bounds>) => void;
}

/** Fields of a filter by score. */
export function ScoreBounds({ min, max, className, onApply }: Props) {
  const crossed = min !== null && max !== null && min > max ? "Above the upper bound" : undefined;
  return (
    <>
      <ScoreBound
        className={className}
        label="Score from (%)"
        value={min}
        error={crossed}
        onApply={(value) => onApply({ min: value })}
      />
      <ScoreBound
        className={className}
        label="Score to (%)"
        value={max}
        error={undefined}
        onApply={(value) => onApply({ max: value })}
      />
    </>
  );
}
