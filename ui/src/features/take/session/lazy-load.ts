import { backoff } from "@/lib/backoff";
import { pause } from "@/lib/pause";

/** A module that the first paint does not wait for; undefined once `signal` aborts. */
export async function loadLazy<T>(load: () => Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  for (let failures = 1; !signal.aborted; failures++) {
    const loaded = await load().catch(() => undefined);
    if (loaded) return loaded;
    await pause(backoff(failures), signal);
  }
  return undefined;
}
