import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { languageTag } from "@/i18n";
import { useField } from "./Field";

interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
  dir?: "auto";
  /** Of a label that is not in the language of the page. */
  lang?: string;
}

export interface SelectProps extends ComponentProps<"select"> {
  options?: SelectOption[];
  /** Options under headings, after those without. */
  groups?: { label: string; options: SelectOption[] }[];
  /** An empty first entry that prompts for a choice. */
  placeholder?: string;
}

/** Native select: uses the picker of phones and is accessible without scripts. */
export function Select({ options = [], groups = [], placeholder, className, ...rest }: SelectProps) {
  const entry = ({ value, label, disabled, dir, lang }: SelectOption) => (
    <option key={value} value={value} disabled={disabled} dir={dir} lang={lang}>
      {label}
    </option>
  );
  return (
    <div className={clsx("relative", className)}>
      <select {...useField()} {...rest} className="control appearance-none truncate pe-9">
        {placeholder !== undefined && (
          <option value="" lang={rest.lang && languageTag()}>
            {placeholder}
          </option>
        )}
        {options.map(entry)}
        {groups.map((group) => (
          <optgroup key={group.label} label={group.label}>
            {group.options.map(entry)}
          </optgroup>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 end-3 size-4 -translate-y-1/2 text-muted"
      />
    </div>
  );
}
