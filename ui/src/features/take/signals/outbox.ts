import { retryWait } from "@/lib/backoff";
import { classify } from "../session/calls";
import { memorySignalQueue, type SignalQueue } from "./signal-queue";
import type { NewSignal } from "./types";

/** Signals per call; the server accepts 200. */
const BATCH_SIZE = 100;
/** Bound of the queue: a page that is offline for hours keeps the newest signals. */
const MAX_QUEUED = 1_000;
/** Milliseconds between two calls. */
export const GATHER = 5_000;

type Send = (signals: NewSignal[], leaving: boolean) => Promise<unknown>;

const name = ({ kind, at, detail }: NewSignal) => `${kind} ${at} ${detail ?? ""}`;

/** Sends integrity signals in batches with retries; the server deduplicates. */
export class SignalOutbox {
  /** Signals of the next call: fewer after one that an intermediary has refused, perhaps for what is in one of them. */
  #size = BATCH_SIZE;
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
    // Unsent signals of an earlier visit.
    if (queue.read().length > 0) this.#soon();
  }

  add(signals: NewSignal[]) {
    this.queue.write([...this.queue.read(), ...signals].slice(-MAX_QUEUED));
    this.#soon();
  }

  /** `leaving`: there may be no later chance, so a call in flight is not awaited. */
  async flush(leaving = false): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const batch = this.queue.read().slice(0, this.#size);
    if (batch.length === 0 || (this.#sending && !leaving)) return;
    // Retry-After: signals on the queue outlive the page.
    const left = this.#notBefore - performance.now();
    if (left > 0) return this.#soon(left);
    this.#sending = true;
    try {
      await this.send(batch, leaving);
      this.#drop(batch);
      this.#failures = 0;
      this.#wait = GATHER;
      this.#size = Math.min(BATCH_SIZE, this.#size * 2);
    } catch (error) {
      const { kind, retryAfter, status = 0 } = classify(error);
      if (kind === "foreign" && status < 500) this.#stepAside(batch);
      this.#wait = Math.max(GATHER, retryWait(++this.#failures, retryAfter));
      if (retryAfter !== undefined) this.#notBefore = performance.now() + this.#wait;
      // A batch that the server rejects must not block the next ones.
      if (kind === "invalid" || kind === "refused") this.#drop(batch);
    } finally {
      this.#sending = false;
      if (this.queue.read().length > 0) this.#soon();
    }
  }

  /** Stops automatic sending; unsent signals stay on the queue. */
  stop() {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #soon(wait = this.#wait) {
    if (!this.#stopped) this.#timer ??= setTimeout(() => void this.flush(), wait);
  }

  /** One signal that does not get through must not hold up the others. */
  #stepAside(batch: NewSignal[]) {
    this.#size = Math.max(1, Math.floor(batch.length / 2));
    if (batch.length > 1) return;
    const gone = new Set(batch.map(name));
    this.queue.write([...this.queue.read().filter((signal) => !gone.has(name(signal))), ...batch]);
  }

  #drop(batch: NewSignal[]) {
    const gone = new Set(batch.map(name));
    this.queue.write(this.queue.read().filter((signal) => !gone.has(name(signal))));
  }
}
