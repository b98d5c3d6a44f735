import { Field } from "@/ui/Field";
import { Select } from "@/ui/Select";

const VALUES: Record<string, boolean> = { true: true, false: false };

interface Props {
  className: string;
  value: boolean | null;
  disabled?: boolean;
  onChange: (value: boolean | null) => void;
}

/** Filters by whether a final score reaches the pass mark of its test. */
export function PassFilter({ className, value, disabled, onChange }: Props) {
  return (
    <Field label="Pass mark" className={`sm:w-36 ${className}`}>
      <Select
        disabled={disabled}
        value={String(value ?? "")}
        placeholder="All"
        onChange={({ target }) => onChange(VALUES[target.value] ?? null)}
        options={[
          { value: "true", label: "Passed" },
          { value: "false", label: "Below" },
        ]}
      />
    </Field>
  );
}
