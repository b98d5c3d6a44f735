import type { Pushed } from "../journal/channel";

export type { Pushed };

type Listener = (pushed: Pushed) => void;

/** Forwards pushes to lazy modules. Events without a listener are dropped: the module polls on load. */
export class PushBus {
  readonly #listeners = new Set<Listener>();

  notify(pushed: Pushed) {
    for (const listener of this.#listeners) listener(pushed);
  }

  listen = (listener: Listener): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
}
