import { clsx } from "clsx";
import { type ReactNode, useId } from "react";

export interface RadioOption {
  value: string;
  label: ReactNode;
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
  className,
}: RadioGroupProps) {
  const name = useId();
  return (
    <fieldset disabled={disabled} className={clsx("flex min-w-0 flex-col gap-2", className)}>
      <legend className={hideLabel ? "sr-only" : "mb-2 font-medium text-sm"}>{label}</legend>
      {options.map((option) => {
        const checked = option.value === value;
        return (
          <label
            key={option.value}
            className={clsx(
              "flex min-h-11 cursor-pointer items-start gap-3 rounded-control border px-4 py-2.5 transition-colors",
              "has-focus-visible:outline-2 has-focus-visible:outline-primary has-focus-visible:outline-offset-2",
              "has-disabled:cursor-not-allowed has-disabled:opacity-60",
              checked ? "border-primary bg-primary/8" : "border-line-strong/70 bg-surface hover:bg-subtle",
            )}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={checked}
              onChange={() => onChange(option.value)}
              className="mt-0.5 size-4 shrink-0 accent-primary outline-none"
            />
            <span className="min-w-0 text-sm">
              <span dir="auto" className="block whitespace-pre-wrap text-ink">
                {option.label}
              </span>
              {option.hint && <span className="mt-0.5 block text-muted text-xs">{option.hint}</span>}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
