import { clsx } from "clsx";
import { useState } from "react";
import { useUrlState } from "@/lib/url-state";
import { ByQuestion } from "./ByQuestion";
import { Queue } from "./Queue";
import { AssignedAnswers } from "./reviewing/AssignedAnswers";
import { useAssigned } from "./reviewing/queries";
import { SubmissionView } from "./SubmissionView";
import { t } from "./texts";

const modes = () => [
  { value: null, label: t("bySubmission") },
  { value: "question", label: t("byQuestion") },
];
const mine = () => ({ value: "mine", label: t("assignedToMe") });

export function ScoringTab() {
  const { params, change } = useUrlState();
  const submission = params.get("submission");
  const { data: assigned } = useAssigned();
  const [tools, setTools] = useState<HTMLElement | null>(null);
  const hasMine = assigned !== undefined && assigned.left + assigned.done > 0;
  const by = params.get("by");
  const mode = by === "question" || by === "mine" ? by : null;
  if (submission) return <SubmissionView id={submission} onBack={() => change({ submission: null })} />;
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <fieldset className="inline-flex gap-1 rounded-control bg-subtle p-1 max-sm:w-full">
          <legend className="sr-only">{t("howToScore")}</legend>
          {[...modes(), ...(hasMine || mode === "mine" ? [mine()] : [])].map(({ value, label }) => (
            <button
              key={label}
              type="button"
              aria-pressed={mode === value}
              onClick={() => change({ by: value, question: null, test: null, show: null })}
              className={clsx(
                "min-h-10 whitespace-nowrap rounded-md px-1 font-medium text-sm transition-colors max-sm:flex-auto sm:min-h-8 sm:px-3",
                mode === value
                  ? "bg-raised text-ink shadow-xs ring-1 ring-line-strong/50"
                  : "text-ink-2 hover:text-ink",
              )}
            >
              {label}
            </button>
          ))}
        </fieldset>
        {/* What the queue offers, in the same line: this row stays when the way of scoring changes, and so does the focus. */}
        <div ref={setTools} className="contents" />
      </div>
      {mode === "question" && <ByQuestion />}
      {mode === "mine" && <AssignedAnswers />}
      {mode === null && <Queue tools={tools} onOpen={(id) => change({ submission: id })} />}
    </div>
  );
}
