/** Clock source of the countdown; injectable for tests. */
export interface ClockSource {
  /** Monotonic milliseconds, unaffected by changes of the computer's date. */
  monotonic(): number;
  /** Milliseconds since the epoch by the computer's clock. */
  wall(): number;
}

const BROWSER: ClockSource = { monotonic: () => performance.now(), wall: () => Date.now() };

/** Drift between the two clocks, in ms, beyond which the computer slept or its date was changed. */
const MAX_DRIFT_MS = 5_000;
/** Age in ms from which any fresh sample replaces the stored one. */
const MAX_SAMPLE_AGE_MS = 5 * 60_000;

/**
 * Server time, extrapolated from its last reply with a monotonic clock that the candidate cannot change.
 * Until the first reply it uses the offset stored by an earlier visit.
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
    const stale = now - this.#anchor.at > MAX_SAMPLE_AGE_MS || this.slept();
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
    return Math.abs(this.source.wall() - this.source.monotonic() - this.#skew) > MAX_DRIFT_MS;
  }

  /** Server minus computer time in ms, stored for offline visits. */
  offset(): number {
    return this.now() - this.source.wall();
  }

  /** The round trip of the sample in use in milliseconds; infinite before the first. */
  roundTrip(): number {
    return this.#anchor.rtt;
  }
}

/** Whole seconds left, never negative. Rounded up, so that 0 means over. */
export function secondsLeft(deadline: string, now: number): number {
  return Math.max(0, Math.ceil((Date.parse(deadline) - now) / 1000));
}

/** Below this many seconds the clock turns red (docs/behaviour/taking.md#deadline). */
export const WARNING_SECONDS = 300;

/** Remaining times, in seconds, at which screen readers announce the time left. */
const ANNOUNCED = [600, 300, 60] as const;

/** The mark crossed between two readings, or the smallest if several were. */
export function passedMark(before: number, after: number): number | undefined {
  return ANNOUNCED.filter((mark) => before > mark && after <= mark && after > 0).at(-1);
}
