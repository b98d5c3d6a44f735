import type { TextFormat } from "@/api/questions";
import { Field } from "@/ui/Field";
import { Select } from "@/ui/Select";

interface FormatFieldProps {
  format: TextFormat;
  error?: string | undefined;
  onChange: (format: TextFormat) => void;
}

const FORMATS = [
  { value: "plain", label: "Plain text" },
  { value: "markdown", label: "Markdown" },
];

export function FormatField({ format, error, onChange }: FormatFieldProps) {
  return (
    <Field label="Text format" error={error}>
      <Select
        value={format}
        options={FORMATS}
        onChange={(event) => onChange(event.target.value === "markdown" ? "markdown" : "plain")}
      />
    </Field>
  );
}
