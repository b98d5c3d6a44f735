import { countUntil } from "./replay";

export const SPEEDS = [1, 2, 4, 8, 16, 32] as const;
export type Speed = (typeof SPEEDS)[number];

/** Pauses in ms that are longer are shortened, if the viewer wishes. */
export const IDLE_MS = 3_000;
/** Length of a shortened pause, in ms: half of it after the last change, half before the next. */
const LEFT_MS = 1_000;

/** The next speed up or down; the same at either end. */
export function otherSpeed(speed: Speed, by: 1 | -1): Speed {
  return SPEEDS[SPEEDS.indexOf(speed) + by] ?? speed;
}

/**
 * The moment `ms` of playing after `from`. `moments` are the changes in order; with `skips` the middle of a long pause
 * takes no time.
 */
export function advance(
  from: number,
  ms: number,
  moments: readonly number[],
  end: number,
  skips: boolean,
): number {
  if (!skips) return Math.min(end, from + ms);
  let [at, left] = [from, ms];
  for (let index = countUntil(moments, from); at < end; index++) {
    const [before, next] = [moments[index - 1] ?? 0, moments[index] ?? end];
    const idle = next - before > IDLE_MS;
    const pause = idle ? { from: before + LEFT_MS / 2, to: next - LEFT_MS / 2 } : { from: next, to: next };
    // Up to the pause, over it, and on to the next change.
    if (at < pause.from) {
      const played = Math.min(left, pause.from - at);
      [at, left] = [at + played, left - played];
      if (left <= 0) return at;
    }
    at = Math.max(at, pause.to);
    const played = Math.min(left, next - at);
    [at, left] = [at + played, left - played];
    if (left <= 0) return Math.min(at, end);
  }
  return end;
}

/** The nearest of the sorted moments before or after; undefined if there is none. */
export function neighbour(moments: readonly number[], at: number, by: 1 | -1): number | undefined {
  return by > 0 ? moments[countUntil(moments, at)] : moments.findLast((moment) => moment < at);
}
