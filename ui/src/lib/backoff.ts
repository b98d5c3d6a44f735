const FIRST_MS = 1_000;
const MAX_MS = 15_000;
/** Cap on `Retry-After`: unsaved text must not wait for minutes. */
const MAX_RETRY_AFTER_MS = 120_000;
/** Maximum jitter added to `Retry-After`. */
const MAX_JITTER_MS = 5_000;

/**
 * Delay in ms before try number `failures` + 1: exponential backoff from 1 s to `maxMs` (15 s) with a jitter of ±50 %,
 * so that a room full of browsers does not reconnect in one instant after a server restart.
 */
export function backoff(failures: number, random: () => number = Math.random, maxMs = MAX_MS): number {
  const full = Math.min(maxMs, FIRST_MS * 2 ** Math.max(0, failures - 1));
  return full * (0.5 + random());
}

/**
 * Like `backoff`, but not earlier than `Retry-After` (ms). Many clients may have received the same
 * value, so up to half of it is added as jitter.
 */
export function retryWait(
  failures: number,
  retryAfter: number | undefined,
  random: () => number = Math.random,
  maxMs = MAX_MS,
): number {
  const own = backoff(failures, random, maxMs);
  if (retryAfter === undefined) return own;
  const asked = Math.min(retryAfter, MAX_RETRY_AFTER_MS);
  return Math.max(asked + random() * Math.min(asked / 2, MAX_JITTER_MS), own);
}
