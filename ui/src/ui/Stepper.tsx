import { clsx } from "clsx";
import { Check } from "lucide-react";
import { t } from "./controls-texts";

export interface StepperProps {
  steps: string[];
  /** Counted from 0. */
  current: number;
}

export function Stepper({ steps, current }: StepperProps) {
  return (
    <ol className="flex items-center gap-2 text-sm" aria-label={t("steps")}>
      {steps.map((step, index) => {
        const done = index < current;
        const active = index === current;
        return (
          <li
            key={step}
            aria-current={active ? "step" : undefined}
            className={clsx("flex min-w-0 items-center gap-2", index < steps.length - 1 && "flex-1")}
          >
            <span
              className={clsx(
                "grid size-6 shrink-0 place-items-center rounded-full border font-medium text-xs tabular-nums",
                active && "border-primary bg-primary text-on-primary",
                done && "border-primary text-primary",
                !active && !done && "border-line-strong text-muted",
              )}
            >
              {done ? <Check aria-label={t("done")} className="size-3.5" /> : index + 1}
            </span>
            <span className={clsx("truncate", active ? "font-medium text-ink" : "text-muted max-sm:sr-only")}>
              {step}
            </span>
            {index < steps.length - 1 && <span aria-hidden="true" className="h-px min-w-3 flex-1 bg-line" />}
          </li>
        );
      })}
    </ol>
  );
}
