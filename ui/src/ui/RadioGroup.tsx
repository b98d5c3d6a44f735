import { clsx } from "clsx";
import { type ReactNode, useId } from "react";
import type { GroupOption } from "./CheckGroup";
import { OptionRow } from "./OptionRow";

interface RadioOption extends GroupOption {
  hint?: ReactNode;
}

export interface RadioGroupProps {
  /** The question that the options answer. */
  label: ReactNode;
  hideLabel?: boolean;
  options: RadioOption[];
  value: string | null;
  onChange: (value: string) => void;
  disabled?: boolean;
  /** Tag of the language of the label and the options, where it may be another than the page's. */
  lang?: string | undefined;
  className?: string;
}

/** One choice of several, each a full-width target. Native radios: arrow keys and forms work without code. */
export function RadioGroup({
  label,
  hideLabel,
  options,
  value,
  onChange,
  disabled,
  lang,
  className,
}: RadioGroupProps) {
  const name = useId();
  return (
    <fieldset disabled={disabled} lang={lang} className={clsx("flex min-w-0 flex-col gap-2", className)}>
      <legend className={hideLabel ? "sr-only" : "mb-2 font-medium text-sm"}>{label}</legend>
      {options.map((option) => (
        <OptionRow
          key={option.value}
          type="radio"
          aria-label={option.spoken}
          name={name}
          value={option.value}
          checked={option.value === value}
          onChange={() => onChange(option.value)}
          label={option.label}
          hint={option.hint}
        />
      ))}
    </fieldset>
  );
}
