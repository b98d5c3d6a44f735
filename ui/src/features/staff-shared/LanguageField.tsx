import { Field } from "@/ui/Field";
import { Select } from "@/ui/Select";
import { LANGUAGE_NAMES } from "./language-name";

interface LanguageFieldProps {
  label: string;
  hint: string;
  /** A tag; blank for what `none` names. */
  value: string;
  none: string;
  error?: string | undefined;
  className?: string;
  onChange(tag: string): void;
}

/** In which language candidates are addressed, until they choose another. */
export function LanguageField({
  label,
  hint,
  value,
  none,
  error,
  className = "sm:max-w-80",
  onChange,
}: LanguageFieldProps) {
  const options = Object.entries(LANGUAGE_NAMES).map(([tag, name]) => ({
    value: tag,
    label: name,
    lang: tag,
  }));
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      <Select
        value={value}
        options={[{ value: "", label: none }, ...options]}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
