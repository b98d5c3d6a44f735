/** What the countdown needs from a clock; tests bring their own. */
export interface ClockSource {
  /** Milliseconds that only go forward, whatever happens to the computer's date. */
  monotonic(): number;
  /** Milliseconds since the epoch by the computer's clock. */
  wall(): number;
}

const BROWSER: ClockSource = { monotonic: () => performance.now(), wall: () => Date.now() };

/** A difference between the two clocks beyond this many milliseconds means sleep or a changed date. */
const DRIFT = 5_000;
/** Samples older than this no longer beat a fresh one, in milliseconds. */
const SAMPLE_AGE = 5 * 60_000;

/**
 * The server's time, counted on from its last reply with a clock that the candidate cannot move.
 * Until a first reply the offset of an earlier visit serves.
 */
export class ServerClock {
  #anchor: { server: number; at: number; rtt: number };
  #skew: number;

  constructor(
    private readonly source: ClockSource = BROWSER,
    knownOffset = 0,
  ) {
    this.#anchor = {
      server: source.wall() + knownOffset,
      at: source.monotonic(),
      rtt: Number.POSITIVE_INFINITY,
    };
    this.#skew = source.wall() - source.monotonic();
  }

  monotonic() {
    return this.source.monotonic();
  }

  /** Takes the `server_time` of a reply to a request sent at `sentAt` (monotonic). The quickest recent reply counts. */
  sync(server_time: string, sentAt: number) {
    const server = Date.parse(server_time);
    if (Number.isNaN(server)) return;
    const now = this.source.monotonic();
    const rtt = now - sentAt;
    const stale = now - this.#anchor.at > SAMPLE_AGE || this.slept();
    if (rtt > this.#anchor.rtt && !stale) return;
    this.#anchor = { server: server + rtt / 2, at: now, rtt };
    this.#skew = this.source.wall() - now;
  }

  /** Milliseconds since the epoch by the server's clock. */
  now(): number {
    return this.#anchor.server + (this.source.monotonic() - this.#anchor.at);
  }

  /** True when the computer slept or its date was changed since the last sample: time to ask the server. */
  slept(): boolean {
    return Math.abs(this.source.wall() - this.source.monotonic() - this.#skew) > DRIFT;
  }

  /** Server minus computer, in milliseconds, to be kept for a visit without the server. */
  offset(): number {
    return this.now() - this.source.wall();
  }

  /** The round trip of the sample in use in milliseconds; infinite before the first. */
  roundTrip(): number {
    return this.#anchor.rtt;
  }
}

/** Whole seconds left, never below zero: a started second counts as whole, so that 0 means over. */
export function secondsLeft(deadline: string, now: number): number {
  return Math.max(0, Math.ceil((Date.parse(deadline) - now) / 1000));
}

/** Below this many seconds the clock turns red (spec §9). */
export const WARNING_SECONDS = 300;

/** The marks, in seconds, at which the time left is read out. */
export const ANNOUNCED = [600, 300, 60] as const;

/** The mark that was passed between two readings, if any: the smallest, should several have been. */
export function passedMark(before: number, after: number): number | undefined {
  return ANNOUNCED.filter((mark) => before > mark && after <= mark && after > 0).at(-1);
}
