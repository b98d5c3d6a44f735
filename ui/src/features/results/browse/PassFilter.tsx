import { Field } from "@/ui/Field";
import { Select } from "@/ui/Select";
import { t } from "../list-texts";

const VALUES: Record<string, boolean> = { true: true, false: false };

interface Props {
  value: boolean | null;
  disabled?: boolean;
  onChange: (value: boolean | null) => void;
}

/** Filters by whether a final score reaches the pass mark of its test. */
export function PassFilter({ value, disabled, onChange }: Props) {
  return (
    <Field label={t("passMark")} className="md:w-32">
      <Select
        disabled={disabled}
        value={String(value ?? "")}
        placeholder={t("all")}
        onChange={({ target }) => onChange(VALUES[target.value] ?? null)}
        options={[
          { value: "true", label: t("passed") },
          { value: "false", label: t("below") },
        ]}
      />
    </Field>
  );
}
