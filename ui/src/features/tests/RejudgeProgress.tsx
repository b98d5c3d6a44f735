import { JobProgress } from "@/features/staff-shared/jobs/JobProgress";
import { useRunningJob } from "@/features/staff-shared/jobs/queries";
import { t } from "./check-texts";

/** How far judging the code of a test again is, also after a reload. `test`: its id. */
export function RejudgeProgress({ test, className }: { test: string; className?: string }) {
  const job = useRunningJob("rejudge", { test }, true, false);
  if (!job) return null;
  return (
    <div className={className}>
      <JobProgress job={job} label={t("judgingAgain")} />
    </div>
  );
}
