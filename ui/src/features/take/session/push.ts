/** What the server pushed to this attempt beside changes of the attempt itself. */
export interface Pushed {
  name: "message" | "video.changed";
  data: Record<string, unknown>;
}

type Listener = (pushed: Pushed) => void;

/** Hands pushes on to the parts of the page that came later. What nobody heard is asked for when they come. */
export class PushBus {
  readonly #listeners = new Set<Listener>();

  tell(pushed: Pushed) {
    for (const listener of this.#listeners) listener(pushed);
  }

  listen = (listener: Listener): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
}
