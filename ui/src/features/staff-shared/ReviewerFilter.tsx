import { Field } from "@/ui/Field";
import { Select } from "@/ui/Select";
import { t } from "./texts";

interface Props {
  label?: string;
  /** No choice reads as the name of the filter, which then needs no label of its own. */
  brief?: boolean;
  className: string;
  reviewers: readonly { id: string; full_name: string }[];
  value: string | null;
  onChange: (value: string | null) => void;
}

/** Filters by who scores answers. Empty where there is no one to choose. */
export function ReviewerFilter({
  label = t("reviewer"),
  brief = false,
  className,
  reviewers,
  value,
  onChange,
}: Props) {
  const options = reviewers.map(({ id, full_name }) => ({ value: id, label: full_name }));
  if (value !== null && !options.some((option) => option.value === value))
    options.push({ value, label: t("anotherPerson") });
  if (options.length === 0) return null;
  return (
    <Field label={label} className={className}>
      <Select
        value={value ?? ""}
        placeholder={brief ? label : t("all")}
        onChange={(event) => onChange(event.target.value || null)}
        options={options}
      />
    </Field>
  );
}
