import type { HistoryStep } from "@/api/types";
import { t } from "./texts";

/** Places across the curve: finer than its pixels would not be seen. */
const PLACES = 240;

/** The size of an answer over time, in characters at equal steps from the start to the end. */
export function sizes(steps: readonly HistoryStep[], times: readonly number[], length: number): number[] {
  const found: number[] = [];
  let size = 0;
  let next = 0;
  for (let place = 0; place <= PLACES; place++) {
    const until = (place / PLACES) * length;
    for (let step = steps[next]; step && (times[next] ?? 0) <= until; step = steps[++next])
      size += step[4].length - step[3];
    found.push(Math.max(0, size));
  }
  return found;
}

/** Distances in ms between two marks of an axis. */
const TICKS = [10_000, 30_000, 60_000, 120_000, 300_000, 600_000, 900_000, 1_800_000, 3_600_000];

/** Marks of the time axis: whole minutes where the attempt is long enough, at most ten. */
export function ticks(length: number): number[] {
  const every = TICKS.find((ms) => length / ms <= 10) ?? 7_200_000;
  return Array.from({ length: Math.floor(length / every) + 1 }, (_, n) => n * every);
}

/** "0:30" or "12 min". */
export function tickWords(ms: number): string {
  return ms % 60_000 === 0
    ? t("tickMinutes", { count: ms / 60_000 })
    : `0:${String(ms / 1_000).padStart(2, "0")}`;
}
