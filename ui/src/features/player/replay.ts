import type { HistoryOfQuestion, HistoryStep } from "@/api/types";

/** Steps between two kept texts: seeking replays at most so many. */
const SNAPSHOT_EVERY = 256;

/** Length of an attempt, and its start in ms since 1970. */
export interface Span {
  start: number;
  length: number;
}

export const SOURCE = { typed: 0, pasted: 1, dropped: 2, undone: 3, program: 4, chosen: 5, save: 6 } as const;

const applied = (text: string, [, , position, deleted, inserted]: HistoryStep): string =>
  text.slice(0, position) + inserted + text.slice(position + deleted);

/** The texts of one answer over time. */
export class Replay {
  /** Milliseconds from the start of the attempt to each step; they never decrease. */
  readonly times: number[];
  readonly #snapshots: string[] = [];
  #last = { count: 0, text: "" };

  constructor(readonly steps: HistoryStep[]) {
    let latest = 0;
    this.times = steps.map(([at]) => {
      latest = Math.max(latest, at);
      return latest;
    });
    let text = "";
    steps.forEach((step, index) => {
      if (index % SNAPSHOT_EVERY === 0) this.#snapshots.push(text);
      text = applied(text, step);
    });
  }

  /** Number of steps until a moment, that one included. */
  countAt(ms: number): number {
    return countUntil(this.times, ms);
  }

  /** The text after the first `count` steps. */
  textAfter(count: number): string {
    const wanted = Math.min(Math.max(count, 0), this.steps.length);
    let { count: at, text } = this.#last;
    const near = Math.floor(wanted / SNAPSHOT_EVERY);
    if (at > wanted || near * SNAPSHOT_EVERY > at) {
      at = near * SNAPSHOT_EVERY;
      text = this.#snapshots[near] ?? "";
      // The end of a full stretch has no snapshot of its own.
      if (this.#snapshots[near] === undefined && near > 0) {
        at = (near - 1) * SNAPSHOT_EVERY;
        text = this.#snapshots[near - 1] ?? "";
      }
    }
    for (const step of this.steps.slice(at, wanted)) text = applied(text, step);
    this.#last = { count: wanted, text };
    return text;
  }

  textAt(ms: number): string {
    return this.textAfter(this.countAt(ms));
  }
}

/** Length of what an accepted late answer adds to the track; it stands in the middle, where a slider in steps reaches it. */
const ACCEPTED_MS = 1_000;

/** The steps of an answer, and the span in which they lie: a late answer that was accepted is the last of them. */
export function withAccepted({ steps, accepted }: HistoryOfQuestion, span: Span) {
  if (!accepted) return { steps, span };
  const length = span.length + ACCEPTED_MS;
  const before = new Replay(steps).textAfter(steps.length).length;
  const last: HistoryStep = [length - ACCEPTED_MS / 2, SOURCE.save, 0, before, accepted.answer];
  return { steps: [...steps, last], span: { ...span, length } };
}

/** Number of entries that are not above `value`; `sorted` never decreases. */
export function countUntil(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
