/** Kinds of errors that one visit reports: a page that fails in a loop must not flood the server. */
const MAX_KINDS = 5;
/** Characters of a report. */
const MAX_LENGTH = 200;

type Listener = (words: string) => void;

/** Errors of the page itself: each kind is reported once, to the listener as soon as there is one. */
export class Mishaps {
  readonly #known = new Set<string>();
  readonly #held: string[] = [];
  #listener: Listener | undefined;

  report(error: unknown): void {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    const words = `${name}: ${message}`.replace(/\s+/g, " ").slice(0, MAX_LENGTH);
    if (this.#known.has(words) || this.#known.size >= MAX_KINDS) return;
    this.#known.add(words);
    if (this.#listener) this.#listener(words);
    else this.#held.push(words);
  }

  /** Returns the function that ends it. */
  listen(listener: Listener): () => void {
    this.#listener = listener;
    for (const words of this.#held.splice(0)) listener(words);
    return () => {
      if (this.#listener === listener) this.#listener = undefined;
    };
  }
}

const mishaps = new Mishaps();

export const reportMishap = (error: unknown): void => mishaps.report(error);
export const onMishap = (listener: Listener): (() => void) => mishaps.listen(listener);

/** An error in code of this page: those of others that write into it do not concern us. */
const isOwn = (error: unknown): error is Error =>
  error instanceof Error && (error.stack ?? "").includes(`${window.location.origin}/assets/`);

/** Reports errors outside of React's rendering: of handlers, timers and promises. */
export function watchMishaps(): void {
  const report = (error: unknown) => {
    if (isOwn(error)) reportMishap(error);
  };
  window.addEventListener("error", ({ error }) => report(error));
  window.addEventListener("unhandledrejection", ({ reason }) => report(reason));
}
