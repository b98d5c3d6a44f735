import { backoff } from "../journal/backoff";
import type { LiveDeps } from "./live";
import { pause } from "./pause";

/** Follows the attempt as soon as that part of the page has come, which the first paint does not wait for. */
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
