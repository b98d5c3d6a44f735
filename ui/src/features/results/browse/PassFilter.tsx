import { Field } from "@/ui/Field";
import { Select } from "@/ui/Select";
import { t } from "../list-texts";

const VALUES: Record<string, boolean> = { true: true, false: false };

interface Props {
  /** No choice reads as the name of the filter, which then needs no label of its own. */
  brief?: boolean;
  value: boolean | null;
  disabled?: boolean;
  onChange: (value: boolean | null) => void;
}

/** Filters by whether a final score reaches the pass mark of its test. */
export function PassFilter({ brief = false, value, disabled, onChange }: Props) {
  return (
    <Field label={t("passMark")} className="md:w-36">
      <Select
        disabled={disabled}
        value={String(value ?? "")}
        placeholder={brief ? t("passMark") : t("all")}
        onChange={({ target }) => onChange(VALUES[target.value] ?? null)}
        options={[
          { value: "true", label: t("passed") },
          { value: "false", label: t("below") },
        ]}
      />
    </Field>
  );
}
