import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api, errorText } from "@/api/client";
import { invalidate, queryOf } from "@/api/query";
import type { Job } from "@/api/types";
import { pause } from "@/lib/pause";
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

interface About {
  /** Name of the file or of the machine; any by default. */
  subject?: string;
  /** Its id; any by default. */
  test?: string;
}

const isAbout = (job: Job, kind: Job["kind"], { subject = job.subject, test = job.test_id }: About) =>
  isRunning(job) && job.kind === kind && job.subject === subject && job.test_id === test;

/**
 * The newest job of this kind that runs, while `enabled`. Another tab may run one about another file or test.
 * `begins`: one is about to begin, so that it is looked for.
 */
export function useRunningJob(
  kind: Job["kind"],
  about: About,
  enabled: boolean,
  begins = enabled,
): Job | undefined {
  const { data } = useQuery({
    ...queryOf("/jobs"),
    enabled,
    refetchInterval: ({ state }) => (begins || state.data?.some(isRunning) ? RUNNING_MS : false),
  });
  return enabled ? data?.find((job) => isAbout(job, kind, about)) : undefined;
}

/** Waits for the end of a job that runs. Returns whether one did; without a reply of the server, none. */
export async function jobEnded(kind: Job["kind"], about: About): Promise<boolean> {
  for (let found = false; ; found = true) {
    const jobs = await api.get("/jobs").catch(() => []);
    if (!jobs.some((job) => isAbout(job, kind, about))) return found;
    await pause(RUNNING_MS);
  }
}

export function useCancelJob() {
  const client = useQueryClient();
  return useSend({
    mutationFn: (id: string) => api.post("/jobs/{id}/cancel", { path: { id } }),
    onSuccess: () => void invalidate(client, "/jobs"),
    onError: (error) => toast.error(t("notCancelled", { reason: errorText(error) })),
  });
}
