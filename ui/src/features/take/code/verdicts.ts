import type { Run, RunResult } from "@/api/types";
import { withDecimalMark } from "@/lib/format";
import { t } from "../answer/texts";

/** "36 ms, 9.2 MB". */
export function costWords({ cpu_ms, memory_kb }: RunResult): string {
  return t("cost", { ms: cpu_ms, megabytes: withDecimalMark((memory_kb / 1024).toFixed(1)) });
}

/** The place in the queue and the time so far, in words. */
export function waitWords({ state, place, asked_at }: Run, now: number): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(asked_at)) / 1000));
  if (state === "running") return t("runningS", { seconds });
  return t("waiting", { place, seconds });
}
