import type { TextFormat } from "@/api/questions";
import { Field } from "@/ui/Field";
import { Select } from "@/ui/Select";
import { t } from "./texts";

interface FormatFieldProps {
  format: TextFormat;
  error?: string | undefined;
  onChange: (format: TextFormat) => void;
}

/** Name of the format, the same in every language. */
const MARKDOWN = "Markdown";

export function FormatField({ format, error, onChange }: FormatFieldProps) {
  return (
    <Field label={t("textFormat")} error={error}>
      <Select
        value={format}
        options={[
          { value: "plain", label: t("plainText") },
          { value: "markdown", label: MARKDOWN },
        ]}
        onChange={(event) => onChange(event.target.value === "markdown" ? "markdown" : "plain")}
      />
    </Field>
  );
}
