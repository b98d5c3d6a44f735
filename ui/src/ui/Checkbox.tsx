import { clsx } from "clsx";
import { type ComponentProps, type ReactNode, useId } from "react";

export interface CheckboxProps extends Omit<ComponentProps<"input">, "type"> {
  label: ReactNode;
  hint?: ReactNode;
}

export function Checkbox({ label, hint, className, ...rest }: CheckboxProps) {
  const hintId = useId();
  return (
    <label className={clsx("flex min-h-10 items-start gap-3 py-2 sm:min-h-0 sm:py-1", className)}>
      <input
        aria-describedby={hint ? hintId : undefined}
        {...rest}
        type="checkbox"
        className="mt-0.5 size-4 shrink-0 accent-primary"
      />
      <span className="text-sm">
        <span className="text-ink">{label}</span>
        {hint && (
          <span id={hintId} className="block text-muted text-xs">
            {hint}
          </span>
        )}
      </span>
    </label>
  );
}
