import type { Job } from "@/api/types";
import { formatCount } from "@/lib/format";
import { useNow } from "@/lib/now";
import { lengthWords } from "@/lib/timeline";
import { Button } from "@/ui/Button";
import { ProgressBar } from "@/ui/ProgressBar";
import { jobLabel, needsPage } from "./labels";
import { useCancelJob } from "./queries";
import { t } from "./texts";

/** Bar, count and elapsed time of a job that runs, which can be cancelled. */
export function JobProgress({ job, label = jobLabel(job) }: { job: Job; label?: string }) {
  const now = useNow();
  const cancel = useCancelJob();
  const elapsed = lengthWords(Math.max(0, now - Date.parse(job.begun_at)));
  // The server counts steps as it learns of them: the bar is full only at the end.
  const share = job.total === 0 ? 0 : Math.min(99, Math.floor((100 * job.done) / job.total));
  return (
    <div className="space-y-1.5">
      <p className="flex items-baseline justify-between gap-3 text-sm">
        <span role="status" className="min-w-0 truncate">
          {label}
        </span>
        <span className="shrink-0 text-muted text-xs tabular-nums">
          {job.total > 0
            ? t("steps", { done: formatCount(job.done), total: formatCount(job.total), elapsed })
            : elapsed}
        </span>
      </p>
      <ProgressBar label={label} value={share} max={100} />
      <p className="flex items-center justify-between gap-3 text-muted text-xs">
        {t(needsPage(job) ? "keepOpen" : "goesOn")}
        {job.can_cancel && (
          <Button variant="secondary" size="sm" busy={cancel.isPending} onClick={() => cancel.mutate(job.id)}>
            {t("cancel")}
          </Button>
        )}
      </p>
    </div>
  );
}
