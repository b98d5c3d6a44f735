import * as Radix from "@radix-ui/react-tabs";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Button } from "@/ui/Button";
import { t } from "./staff-texts";

interface Step<S extends string> {
  value: S;
  label: string;
  /** Number of things in it; not part of its name. */
  count: number;
  /** Something in it has an error. */
  wrong: boolean;
  content: ReactNode;
}

interface StepsProps<S extends string> {
  label: string;
  steps: readonly Step<S>[];
  value: S;
  onChange: (value: S) => void;
}

/** Steps of one form in any order. All stay in the page, so that nothing typed or found is lost. */
export function Steps<S extends string>({ label, steps, value, onChange }: StepsProps<S>) {
  const open = (next: string) => {
    const step = steps.find((one) => one.value === next);
    if (step) onChange(step.value);
  };
  return (
    <Radix.Root
      value={value}
      data-step={value}
      onValueChange={open}
      className="@container rounded-control border border-line"
    >
      <Radix.List aria-label={label} className="grid auto-cols-fr grid-flow-col border-line border-b">
        {steps.map((step, at) => (
          <Radix.Trigger
            key={step.value}
            value={step.value}
            className="-mb-px flex min-h-11 items-center justify-center gap-2 border-transparent border-b-2 px-2 font-medium text-ink-2 text-sm outline-offset-[-2px] hover:text-ink data-[state=active]:border-primary data-[state=active]:text-ink"
          >
            <span
              aria-hidden="true"
              className={clsx(
                "grid size-5 shrink-0 place-items-center rounded-full border text-xs tabular-nums",
                step.wrong ? "border-error text-error" : "border-line-strong",
                value === step.value && !step.wrong && "border-primary bg-primary text-on-primary",
              )}
            >
              {step.wrong ? "!" : at + 1}
            </span>
            {step.label}
            {step.wrong && <span className="sr-only">{t("hasError")}</span>}
            {step.count > 0 && (
              <span aria-hidden="true" className="@max-md:hidden text-muted text-xs tabular-nums">
                {step.count}
              </span>
            )}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {steps.map((step, at) => {
        const next = steps[at + 1];
        return (
          <Radix.Content
            key={step.value}
            value={step.value}
            forceMount
            hidden={value !== step.value}
            className="space-y-5 p-4 outline-none"
          >
            {step.content}
            {next && (
              <div className="flex justify-end">
                <Button variant="ghost" size="sm" onClick={() => onChange(next.value)}>
                  {t("goOn", { step: next.label })}
                </Button>
              </div>
            )}
          </Radix.Content>
        );
      })}
    </Radix.Root>
  );
}
