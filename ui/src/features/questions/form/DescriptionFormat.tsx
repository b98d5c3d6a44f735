import type { TextFormat } from "@/api/questions";
import { Checkbox } from "@/ui/Checkbox";
import { t } from "./texts";

interface DescriptionFormatProps {
  format: TextFormat;
  onChange: (format: TextFormat) => void;
}

/** At the end of the form: most descriptions are plain. */
export function DescriptionFormat({ format, onChange }: DescriptionFormatProps) {
  return (
    <Checkbox
      label={t("markdownDescription")}
      hint={t("markdownHint")}
      checked={format === "markdown"}
      onChange={(event) => onChange(event.target.checked ? "markdown" : "plain")}
    />
  );
}
