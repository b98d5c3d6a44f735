import { clsx } from "clsx";
import type { ComponentProps, ReactNode } from "react";

interface OptionRowProps extends ComponentProps<"input"> {
  type: "radio" | "checkbox";
  label: ReactNode;
  hint?: ReactNode;
}

/** One option of a group: a native control, with the whole row as its target. */
export function OptionRow({ label, hint, ...input }: OptionRowProps) {
  return (
    <label
      className={clsx(
        "flex min-h-11 cursor-pointer items-start gap-3 rounded-control border px-4 py-2.5 transition-colors",
        "has-focus-visible:outline-2 has-focus-visible:outline-primary has-focus-visible:outline-offset-2",
        "has-disabled:cursor-not-allowed has-disabled:opacity-60",
        input.checked ? "border-primary bg-primary/8" : "border-line-strong/70 bg-surface hover:bg-subtle",
      )}
    >
      <input {...input} className="mt-0.5 size-4 shrink-0 accent-primary outline-none" />
      <span className="min-w-0 text-sm">
        <span dir="auto" className="block whitespace-pre-wrap text-ink">
          {label}
        </span>
        {hint && <span className="mt-0.5 block text-muted text-xs">{hint}</span>}
      </span>
    </label>
  );
}
