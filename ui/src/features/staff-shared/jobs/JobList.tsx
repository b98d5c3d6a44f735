import { clsx } from "clsx";
import type { Job } from "@/api/types";
import type { jobs } from "@/i18n/staff/en/jobs";
import type { PlainKey } from "@/i18n/typed";
import { formatCount, formatTime } from "@/lib/format";
import { serverWords } from "@/lib/server-words";
import { JobProgress } from "./JobProgress";
import { isRunning, useJobs } from "./queries";
import { t } from "./texts";

type Label = PlainKey<typeof jobs>;

const KINDS: Record<Job["kind"], Label> = {
  file_check: "fileCheck",
  test_import: "testImport",
  question_import: "questionImport",
  comparison: "comparison",
  dry_run: "dryRun",
  bulk_send: "bulkSend",
  repair: "repair",
  rubric_change: "rubricChange",
  backup: "backup",
  export: "export",
  rejudge: "rejudge",
};
const STATES: Record<Exclude<Job["state"], "running" | "interrupted">, Label> = {
  done: "done",
  failed: "failed",
  cancelled: "cancelled",
};

/** Name of a job with the file that it is about. */
const jobLabel = ({ kind, subject }: Pick<Job, "kind" | "subject">) =>
  subject ? t("named", { kind: t(KINDS[kind]), subject }) : t(KINDS[kind]);

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

/** The own background jobs: those that run, and what became of the last ones. */
export function JobList() {
  const { data } = useJobs();
  if (!data || data.length === 0) return null;
  return (
    <section aria-label={t("title")}>
      <h3 className="bg-subtle px-5 py-1.5 font-medium text-ink-2 text-xs">{t("title")}</h3>
      <ul className="divide-y divide-line">
        {data.slice(0, 5).map((job) => (
          <li key={job.id} className="px-5 py-3">
            {isRunning(job) ? <JobProgress job={job} label={jobLabel(job)} /> : <Ended job={job} />}
          </li>
        ))}
      </ul>
    </section>
  );
}
