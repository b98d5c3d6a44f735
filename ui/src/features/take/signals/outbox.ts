import { retryWait } from "../journal/backoff";
import { classify } from "../session/calls";
import { memorySignalQueue, type SignalQueue } from "./signal-queue";
import type { NewSignal } from "./types";

/** Signals of one call; the server takes 200. */
const AT_ONCE = 100;
/** A page that is offline for hours keeps the newest of what it saw. */
const KEPT = 1_000;
/** Milliseconds between two calls. */
export const GATHER = 5_000;

type Send = (signals: NewSignal[], leaving: boolean) => Promise<unknown>;

const name = ({ kind, at, detail }: NewSignal) => `${kind} ${at} ${detail ?? ""}`;

/** Sends what the page saw in batches, and again what did not arrive: the server counts nothing twice. */
export class SignalOutbox {
  #sending = false;
  #stopped = false;
  #failures = 0;
  /** Milliseconds until the next call. */
  #wait = GATHER;
  #notBefore = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly send: Send,
    private readonly queue: SignalQueue = memorySignalQueue(),
  ) {
    // What an earlier visit saw and could not send.
    if (queue.read().length > 0) this.#soon();
  }

  add(signals: NewSignal[]) {
    this.queue.write([...this.queue.read(), ...signals].slice(-KEPT));
    this.#soon();
  }

  /** `leaving`: there may be no later chance, so a call that is under way is not waited for. */
  async flush(leaving = false): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const batch = this.queue.read().slice(0, AT_ONCE);
    if (batch.length === 0 || (this.#sending && !leaving)) return;
    // The server asked for a pause: what is on the queue outlives the page.
    const left = this.#notBefore - Date.now();
    if (left > 0) return this.#soon(left);
    this.#sending = true;
    try {
      await this.send(batch, leaving);
      this.#drop(batch);
      this.#failures = 0;
      this.#wait = GATHER;
    } catch (error) {
      const { kind, retryAfter } = classify(error);
      this.#wait = Math.max(GATHER, retryWait(++this.#failures, retryAfter));
      if (retryAfter !== undefined) this.#notBefore = Date.now() + this.#wait;
      // What the server will never take must not stop what comes after it.
      if (kind === "invalid" || kind === "refused") this.#drop(batch);
    } finally {
      this.#sending = false;
      if (this.queue.read().length > 0) this.#soon();
    }
  }

  /** No more by itself; what is unsent stays on the queue. */
  stop() {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #soon(wait = this.#wait) {
    if (!this.#stopped) this.#timer ??= setTimeout(() => void this.flush(), wait);
  }

  #drop(batch: NewSignal[]) {
    const gone = new Set(batch.map(name));
    this.queue.write(this.queue.read().filter((signal) => !gone.has(name(signal))));
  }
}
