import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { partialHint, STEP } from "./score";
import { t } from "./texts";

interface Props {
  /** The question's full points. */
  points: number;
  value: string;
  /** The typed points are invalid. */
  wrong: boolean;
  ref?: React.Ref<HTMLInputElement> | undefined;
  onChange: (typed: string) => void;
  onGive: () => void;
}

/** Points field of 'Partial'; Enter submits. */
export function PartialPoints({ points, value, wrong, ref, onChange, onGive }: Props) {
  return (
    <Field
      label={t("partialScore")}
      hideLabel
      className="w-16 sm:w-20"
      error={wrong ? partialHint(points) : undefined}
    >
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
