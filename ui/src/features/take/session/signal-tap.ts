import type { NewSignal } from "../signals/types";

type Listener = (signals: NewSignal[]) => void;

/** Buffers integrity signals until the lazy module that sends them has loaded. */
export class SignalTap {
  #held: NewSignal[] = [];
  #listener: Listener | undefined;
  #send: (() => Promise<void>) | undefined;

  add(signal: NewSignal) {
    if (this.#listener) this.#listener([signal]);
    else this.#held.push(signal);
  }

  /** Delivers buffered and later signals; returns the unsubscribe function. `send` flushes unsent ones. */
  listen = (listener: Listener, send: () => Promise<void>): (() => void) => {
    this.#listener = listener;
    this.#send = send;
    if (this.#held.length > 0) listener(this.#held.splice(0));
    return () => {
      this.#listener = undefined;
    };
  };

  /** Flushes unsent signals once, also after the listener has detached. */
  async flush(): Promise<void> {
    await this.#send?.();
  }
}
