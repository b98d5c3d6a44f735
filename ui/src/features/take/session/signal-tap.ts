import type { NewSignal } from "../signals/types";

type Listener = (signals: NewSignal[]) => void;

/** Holds what was noted until the part of the page that sends it is there. */
export class SignalTap {
  #held: NewSignal[] = [];
  #listener: Listener | undefined;
  #send: (() => Promise<void>) | undefined;

  add(signal: NewSignal) {
    if (this.#listener) this.#listener([signal]);
    else this.#held.push(signal);
  }

  /** Hands over what was held, and all that follows; answers how to leave. `send` sends what is still unsent. */
  listen = (listener: Listener, send: () => Promise<void>): (() => void) => {
    this.#listener = listener;
    this.#send = send;
    if (this.#held.length > 0) listener(this.#held.splice(0));
    return () => {
      this.#listener = undefined;
    };
  };

  /** Sends what is unsent, once; also after the listener has left. */
  async flush(): Promise<void> {
    await this.#send?.();
  }
}
