const FIRST_MS = 1_000;
const LONGEST_MS = 15_000;

/**
 * Milliseconds to wait before try number `failures` + 1: doubling from 1 s to 15 s, with up to
 * a fifth taken off at random, so that a hall of browsers does not come back at one instant.
 */
export function backoff(failures: number, random: () => number = Math.random): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, failures - 1));
  return Math.max(FIRST_MS, full * (1 - random() / 5));
}
