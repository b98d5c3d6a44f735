import { errorText } from "@/api/client";
import { JobProgress } from "@/features/staff-shared/jobs/JobProgress";
import { formatCount } from "@/lib/format";
import { t } from "../form-texts";
import type { useBulkSend } from "./useBulkSend";

interface Props {
  send: Pick<ReturnType<typeof useBulkSend>, "isPending" | "error" | "job" | "done">;
  total: number;
}

/** How far a list is, also one that was sent before a reload, and where a failure ended it. */
export function SendProgress({ send: { isPending, error, job, done }, total }: Props) {
  if (job) return <JobProgress job={job} label={t("sendingMany")} />;
  if (!error || isPending) return null;
  const counts = { done: formatCount(done), total: formatCount(total) };
  return (
    <p role="alert" className="text-error text-sm">
      {done === 0
        ? t("sendManyFailed", { reason: errorText(error) })
        : t("sendManyEnded", { ...counts, reason: errorText(error) })}
    </p>
  );
}
