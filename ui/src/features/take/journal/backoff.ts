const FIRST_MS = 1_000;
const LONGEST_MS = 15_000;
/** A server that asks for a longer pause is not heard: text must not wait for minutes. */
const LONGEST_ASKED_MS = 120_000;
/** What is added at random to a pause that the server asked for, at most. */
const SPREAD_MS = 5_000;

/**
 * Milliseconds to wait before try number `failures` + 1: doubling from 1 s to 15 s, and half to one and a half of it
 * at random, so that a hall of browsers whose server was restarted does not come back at one instant.
 */
export function backoff(failures: number, random: () => number = Math.random): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, failures - 1));
  return full * (0.5 + random());
}

/**
 * As `backoff`, but not before the server wants it (`Retry-After`, in milliseconds). Everybody may have been told the same
 * number, so up to half of it is added at random.
 */
export function retryWait(
  failures: number,
  retryAfter: number | undefined,
  random: () => number = Math.random,
): number {
  if (retryAfter === undefined) return backoff(failures, random);
  const asked = Math.min(retryAfter, LONGEST_ASKED_MS);
  return Math.max(asked + random() * Math.min(asked / 2, SPREAD_MS), backoff(failures, random));
}
