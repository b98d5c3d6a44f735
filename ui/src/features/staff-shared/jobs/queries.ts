import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api, errorText } from "@/api/client";
import { invalidate, queryOf } from "@/api/query";
import type { Job } from "@/api/types";
import { useSend } from "@/lib/useSend";
import { toast } from "@/ui/toast";
import { t } from "./texts";

/** Poll interval while a job runs, in ms. */
const RUNNING_MS = 1_000;

export const isRunning = (job: Job) => job.state === "running";

/** The own background jobs, newest first; asked again while one runs. */
export function useJobs(enabled = true) {
  return useQuery({
    ...queryOf("/jobs"),
    enabled,
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? RUNNING_MS : false),
  });
}

/** The newest job of this kind about a file that runs, while `enabled`. Another tab may run one about another file. */
export function useRunningJob(kind: Job["kind"], file: string, enabled: boolean): Job | undefined {
  const { data } = useQuery({ ...queryOf("/jobs"), enabled, refetchInterval: enabled ? RUNNING_MS : false });
  return enabled
    ? data?.find((job) => isRunning(job) && job.kind === kind && job.subject === file)
    : undefined;
}

export function useCancelJob() {
  const client = useQueryClient();
  return useSend({
    mutationFn: (id: string) => api.post("/jobs/{id}/cancel", { path: { id } }),
    onSuccess: () => void invalidate(client, "/jobs"),
    onError: (error) => toast.error(t("notCancelled", { reason: errorText(error) })),
  });
}
