import { backoff } from "@/lib/backoff";
import { pause } from "@/lib/pause";
import type { LiveDeps } from "./live";

/** Follows the attempt once the lazy module has loaded; the first paint does not wait for it. */
export async function followLate(
  token: string,
  key: string,
  signal: AbortSignal,
  deps: LiveDeps,
): Promise<void> {
  for (let failures = 1; !signal.aborted; failures++) {
    const live = await import("./live").catch(() => undefined);
    if (live) return live.followAttempt(token, key, signal, deps);
    await pause(backoff(failures), signal);
  }
}
