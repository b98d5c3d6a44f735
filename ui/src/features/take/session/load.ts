import type { ApiFailure } from "@/api/client";
import type { TakeTest } from "@/api/types";
import { retryWait } from "@/lib/backoff";
import { pause } from "@/lib/pause";
import type { SaveFailure } from "../journal/save-loop";
import { calls, classify, isFatal } from "./calls";

interface LoadDeps {
  token: string;
  key: string | undefined;
  /** Monotonic clock in ms. */
  monotonic(): number;
  signal: AbortSignal;
  /** No usable reply yet. Returns the signal that cuts the coming wait short. */
  onTrouble(failure: SaveFailure): AbortSignal;
}

export type Loaded =
  /** `sentAt`: when the successful request was sent, by `monotonic`. */
  { reply: TakeTest; sentAt: number } | { refusal: ApiFailure };

/** Loads the test, with retries until a final reply; undefined when the page was left. */
export async function loadUntilAnswered(deps: LoadDeps): Promise<Loaded | undefined> {
  for (let failures = 1; !deps.signal.aborted; failures++) {
    const sentAt = deps.monotonic();
    try {
      const reply = await calls.load(deps.token, deps.key);
      return deps.signal.aborted ? undefined : { reply, sentAt };
    } catch (error) {
      if (deps.signal.aborted) return undefined;
      if (isFatal(error)) return { refusal: error };
      const failure = classify(error);
      const wake = deps.onTrouble(failure);
      await pause(retryWait(failures, failure.retryAfter), AbortSignal.any([deps.signal, wake]));
    }
  }
  return undefined;
}
