import { clsx } from "clsx";
import { useState } from "react";
import type { Job } from "@/api/types";
import type { jobs } from "@/i18n/staff/en/jobs";
import type { PlainKey } from "@/i18n/typed";
import { formatCount, formatTime } from "@/lib/format";
import { serverWords } from "@/lib/server-words";
import { Button } from "@/ui/Button";
import { JobProgress } from "./JobProgress";
import { jobLabel } from "./labels";
import { isRunning, useJobs } from "./queries";
import { t } from "./texts";

type Label = PlainKey<typeof jobs>;
const STATES: Record<Exclude<Job["state"], "running" | "interrupted">, Label> = {
  done: "done",
  failed: "failed",
  cancelled: "cancelled",
};

/** Where a stop of the server has ended a job, as far as is known. */
function interruption({ resumes, done, total }: Job): string {
  if (total === 0) return t(resumes ? "resumed" : "interrupted");
  return t(resumes ? "resumedAt" : "interruptedAt", { done: formatCount(done), total: formatCount(total) });
}

/** How a job ended, with the reason or with what was not done. */
function outcome(job: Job): string {
  const { state, message } = job;
  if (state === "running") return "";
  if (state === "interrupted") return interruption(job);
  if (!message) return t(STATES[state]);
  const words = serverWords(message);
  return state === "failed"
    ? t("failedBecause", { reason: words })
    : t("noted", { state: t(STATES[state]), note: words });
}

function Ended({ job }: { job: Job }) {
  return (
    <>
      <p className="text-sm">{jobLabel(job)}</p>
      <p className={clsx("text-xs", job.state === "failed" ? "text-error" : "text-muted")}>
        {outcome(job)}
        {job.ended_at && (
          <time dateTime={job.ended_at} className="ms-2 text-muted tabular-nums">
            {formatTime(job.ended_at)}
          </time>
        )}
      </p>
    </>
  );
}

/** Jobs that are read at a glance. */
const FIRST = 5;

/** The own background jobs: those that run, and what became of the last ones. */
export function JobList() {
  const { data } = useJobs();
  const [all, setAll] = useState(false);
  if (!data || data.length === 0) return null;
  // One that runs is never hidden by newer ones.
  const shown = data.filter((job, place) => all || place < FIRST || isRunning(job));
  return (
    <section aria-label={t("title")}>
      <h3 className="bg-subtle px-5 py-1.5 font-medium text-ink-2 text-xs">{t("title")}</h3>
      <ul className="divide-y divide-line">
        {shown.map((job) => (
          <li key={job.id} className="px-5 py-3">
            {isRunning(job) ? <JobProgress job={job} /> : <Ended job={job} />}
          </li>
        ))}
      </ul>
      {shown.length < data.length && (
        <Button variant="ghost" size="sm" className="mx-2 mb-2" onClick={() => setAll(true)}>
          {t("showAll", { count: formatCount(data.length) })}
        </Button>
      )}
    </section>
  );
}
