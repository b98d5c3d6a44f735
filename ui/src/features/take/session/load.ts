import type { ApiFailure } from "@/api/client";
import type { TakeTest } from "@/api/types";
import { retryWait } from "../journal/backoff";
import type { SaveFailure } from "../journal/save-loop";
import { calls, classify, isFatal } from "./calls";
import { pause } from "./pause";

interface LoadDeps {
  token: string;
  key: string | undefined;
  /** A clock that only goes forward, in milliseconds. */
  monotonic(): number;
  signal: AbortSignal;
  /** No usable answer yet. Resolves the signal that cuts the coming wait short. */
  onTrouble(failure: SaveFailure): AbortSignal;
}

export type Loaded =
  /** `sentAt`: when the request that was answered went out, by `monotonic`. */
  { reply: TakeTest; sentAt: number } | { refusal: ApiFailure };

/** Asks for the test until the server answers for good; undefined when the page was left. */
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
