import { clsx } from "clsx";
import { useUrlState } from "@/lib/url-state";
import { ByQuestion } from "./ByQuestion";
import { Queue } from "./Queue";
import { SubmissionView } from "./SubmissionView";

const MODES = [
  { value: null, label: "By submission" },
  { value: "question", label: "By question" },
];

export function ScoringTab() {
  const { params, change } = useUrlState();
  const submission = params.get("submission");
  const mode = params.get("by") === "question" ? "question" : null;
  if (submission) return <SubmissionView id={submission} onBack={() => change({ submission: null })} />;
  return (
    <div className="space-y-4">
      <fieldset className="inline-flex gap-1 rounded-control bg-subtle p-1">
        <legend className="sr-only">How to score</legend>
        {MODES.map(({ value, label }) => (
          <button
            key={label}
            type="button"
            aria-pressed={mode === value}
            onClick={() => change({ by: value, question: null, test: null, show: null })}
            className={clsx(
              "min-h-10 rounded-md px-3 font-medium text-sm transition-colors sm:min-h-8",
              mode === value
                ? "bg-surface text-ink shadow-xs ring-1 ring-line-strong/50"
                : "text-ink-2 hover:text-ink",
            )}
          >
            {label}
          </button>
        ))}
      </fieldset>
      {mode === "question" ? <ByQuestion /> : <Queue onOpen={(id) => change({ submission: id })} />}
    </div>
  );
}
