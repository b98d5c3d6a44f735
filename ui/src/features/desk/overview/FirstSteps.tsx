import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleDashed } from "lucide-react";
import { useState } from "react";
import { queryOf } from "@/api/query";
import type { Overview } from "@/api/types";
import { local } from "@/lib/storage";
import { Button, ButtonLink } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { type FirstStep, firstSteps, isFirstDay } from "./first-steps";
import { t } from "./texts";

const HIDDEN = "invigil_first_steps_hidden";

/** The steps of a new server; none once it is at work, or they are hidden. */
export function useFirstSteps(overview: Overview | undefined): {
  steps: FirstStep[] | undefined;
  hide(): void;
} {
  const [hidden, setHidden] = useState(() => local.get(HIDDEN) !== null);
  const isNew = !hidden && overview?.completed_tests === 0;
  const company = useQuery({ ...queryOf("/admin/company-settings"), enabled: isNew });
  const storage = useQuery({
    ...queryOf("/admin/doctor/storage"),
    staleTime: 5 * 60_000,
    retry: false,
    enabled: isNew,
  });
  const hide = () => {
    setHidden(true);
    local.set(HIDDEN, "1");
  };
  if (!isNew || !overview || company.isPending || storage.isPending) return { steps: undefined, hide };
  const steps = firstSteps({ overview, company: company.data?.name, storage: storage.data });
  return { steps: isFirstDay(overview, steps) ? steps : undefined, hide };
}

/** What a new server needs, each with the way there. */
export function FirstSteps({ steps, onHide }: { steps: FirstStep[]; onHide(): void }) {
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <Card
      flush
      title={t("fiveSteps")}
      description={t("stepsDone", { done: steps.filter(({ isDone }) => isDone).length, total: steps.length })}
      actions={
        <Button variant="ghost" size="sm" onClick={onHide}>
          {t("hide")}
        </Button>
      }
    >
      <ol className="divide-y divide-line">
        {steps.map((step) => (
          <li key={step.key} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-5 py-3">
            {step.isDone ? (
              <CircleCheck aria-label={t("stepDone")} className="size-5 shrink-0 text-success" />
            ) : (
              <CircleDashed aria-label={t("toDo")} className="size-5 shrink-0 text-muted" />
            )}
            <span className="min-w-0 flex-1 basis-48">
              <span className={`block text-sm ${step.isDone ? "text-muted" : "font-medium"}`}>
                {step.words}
              </span>
              {!step.isDone && <span className="block text-muted text-xs">{step.hint}</span>}
            </span>
            {!step.isDone && (
              <ButtonLink to={step.to} size="sm" variant={step === next ? "primary" : "secondary"}>
                {step.label}
              </ButtonLink>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}
