import type { Pushed } from "../journal/channel";
import type { Problem } from "../problem";

export type { Pushed };

/** A notice for the candidate; `notices.ts` has the words. */
export type Notice = ({ type: "submit_failed" } & Problem) | { type: "set_aside" };

/** Forwards what happens. Without a listener it is dropped: lazy modules poll on load. */
export class Bus<T> {
  readonly #listeners = new Set<(event: T) => void>();

  notify(event: T) {
    for (const listener of this.#listeners) listener(event);
  }

  listen = (listener: (event: T) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
}
