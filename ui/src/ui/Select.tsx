import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { useField } from "./Field";

export interface SelectProps extends ComponentProps<"select"> {
  options: { value: string; label: string; disabled?: boolean }[];
  /** An empty first entry that prompts for a choice. */
  placeholder?: string;
}

/** Native select: uses the picker of phones and is accessible without scripts. */
export function Select({ options, placeholder, className, ...rest }: SelectProps) {
  return (
    <div className={clsx("relative", className)}>
      <select {...useField()} {...rest} className="control appearance-none truncate pr-9">
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted"
      />
    </div>
  );
}
