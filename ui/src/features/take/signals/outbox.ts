import { classify } from "../session/calls";
import type { NewSignal } from "./types";

/** Signals of one call; the server takes 200. */
const AT_ONCE = 100;
/** A page that is offline for hours keeps the newest of what it saw. */
const KEPT = 1_000;
/** Milliseconds between two calls. */
export const GATHER = 5_000;

type Send = (signals: NewSignal[], leaving: boolean) => Promise<unknown>;

/** Sends what the page saw in batches, and again what did not arrive: the server counts nothing twice. */
export class SignalOutbox {
  #waiting: NewSignal[] = [];
  #sending = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly send: Send) {}

  add(signals: NewSignal[]) {
    this.#waiting.push(...signals);
    this.#waiting.splice(0, Math.max(0, this.#waiting.length - KEPT));
    this.#timer ??= setTimeout(() => void this.flush(), GATHER);
  }

  /** `leaving`: there may be no later chance, so a call that is under way is not waited for. */
  async flush(leaving = false): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting.length === 0 || (this.#sending && !leaving)) return;
    const batch = this.#waiting.slice(0, AT_ONCE);
    this.#sending = true;
    try {
      await this.send(batch, leaving);
      this.#drop(batch);
    } catch (error) {
      const { kind } = classify(error);
      // What the server will never take must not stop what comes after it.
      if (kind === "invalid" || kind === "refused") this.#drop(batch);
    } finally {
      this.#sending = false;
      if (this.#waiting.length > 0) this.#timer ??= setTimeout(() => void this.flush(), GATHER);
    }
  }

  stop() {
    clearTimeout(this.#timer);
    this.#waiting = [];
  }

  #drop(batch: NewSignal[]) {
    const gone = new Set(batch);
    this.#waiting = this.#waiting.filter((signal) => !gone.has(signal));
  }
}
