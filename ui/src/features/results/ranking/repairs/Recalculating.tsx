import { useQuery } from "@tanstack/react-query";
import { JobProgress } from "@/features/staff-shared/jobs/JobProgress";
import { useRunningJob } from "@/features/staff-shared/jobs/queries";
import { Spinner } from "@/ui/Spinner";
import { repairsQuery } from "../queries";
import { t } from "../tool-texts";

/** Says that the scores of a test are not yet those of its repairs; nothing otherwise. */
export function Recalculating({ test }: { test: string }) {
  const { data } = useQuery(repairsQuery(test));
  const isRunning = data?.recalculating === true;
  const job = useRunningJob("repair", { test }, isRunning);
  if (!isRunning) return null;
  return (
    <div className="space-y-2">
      <p role="status" className="flex items-center gap-2 text-sm">
        <Spinner className="size-4" /> {t("recalculating")}
      </p>
      {job && <JobProgress job={job} />}
    </div>
  );
}
