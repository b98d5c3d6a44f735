import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { partialHint, STEP } from "./score";

interface Props {
  /** The question's full points. */
  points: number;
  value: string;
  /** What was typed cannot be given. */
  wrong: boolean;
  ref?: React.Ref<HTMLInputElement>;
  onChange: (typed: string) => void;
  onGive: () => void;
}

/** The number beside 'Partial'; Enter gives it. */
export function PartialPoints({ points, value, wrong, ref, onChange, onGive }: Props) {
  return (
    <Field label="Partial score" hideLabel className="w-20" error={wrong ? partialHint(points) : undefined}>
      <Input
        ref={ref}
        type="number"
        dir="ltr"
        inputMode="decimal"
        min={0}
        max={points}
        step={STEP}
        value={value}
        placeholder="0"
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => event.key === "Enter" && onGive()}
      />
    </Field>
  );
}
