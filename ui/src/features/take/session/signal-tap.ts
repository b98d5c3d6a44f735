import type { NewSignal } from "../signals/types";

type Listener = (signals: NewSignal[]) => void;

/** Holds what was noted until the part of the page that sends it is there. */
export class SignalTap {
  #held: NewSignal[] = [];
  #listener: Listener | undefined;

  add(signal: NewSignal) {
    if (this.#listener) this.#listener([signal]);
    else this.#held.push(signal);
  }

  /** Hands over what was held, and all that follows; answers how to leave. */
  listen = (listener: Listener): (() => void) => {
    this.#listener = listener;
    if (this.#held.length > 0) listener(this.#held.splice(0));
    return () => {
      this.#listener = undefined;
    };
  };
}
