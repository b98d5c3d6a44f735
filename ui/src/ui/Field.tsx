import { clsx } from "clsx";
import { createContext, type ReactNode, useContext, useId } from "react";

interface FieldIds {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
}

const FieldContext = createContext<FieldIds | null>(null);

export interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  required?: boolean;
  /** Hides the label visually, if the row already makes clear what the field is. */
  hideLabel?: boolean;
  className?: string;
  children: ReactNode;
}

/** Associates a label, a hint and an error with the control inside (aria-describedby). */
export function Field({
  label,
  hint,
  error,
  required = false,
  hideLabel = false,
  className,
  children,
}: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = clsx(hint && hintId, error && errorId) || undefined;
  return (
    <FieldContext value={{ id, describedBy, invalid: Boolean(error), required }}>
      <div className={clsx("flex min-w-0 flex-col gap-1.5", className)}>
        <label htmlFor={id} className={hideLabel ? "sr-only" : "font-medium text-ink text-sm"}>
          {label}
        </label>
        {children}
        {hint && (
          <p id={hintId} className="text-muted text-xs">
            {hint}
          </p>
        )}
        {error && (
          <p id={errorId} role="alert" className="font-medium text-error text-xs">
            {error}
          </p>
        )}
      </div>
    </FieldContext>
  );
}

/** Props that a control inherits from its field; empty outside of one. */
export function useField() {
  const field = useContext(FieldContext);
  if (!field) return {};
  return {
    id: field.id,
    "aria-describedby": field.describedBy,
    "aria-invalid": field.invalid || undefined,
    "aria-required": field.required || undefined,
  };
}
