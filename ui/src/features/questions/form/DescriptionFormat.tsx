import type { TextFormat } from "@/api/questions";
import { Checkbox } from "@/ui/Checkbox";

interface DescriptionFormatProps {
  format: TextFormat;
  onChange: (format: TextFormat) => void;
}

/** At the end of the form: most descriptions are plain. */
export function DescriptionFormat({ format, onChange }: DescriptionFormatProps) {
  return (
    <Checkbox
      label="Write the description in Markdown"
      hint="With headings, lists, tables, code and formulas."
      checked={format === "markdown"}
      onChange={(event) => onChange(event.target.checked ? "markdown" : "plain")}
    />
  );
}
