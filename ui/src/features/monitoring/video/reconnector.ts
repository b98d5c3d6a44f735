import { IDLE, type Link, type LinkEvent, type LinkTimer, step } from "./link";

export interface Hooks {
  /** Opens a connection; reports through the reconnector, and throws what it cannot recover from. */
  open(generation: number, signal: AbortSignal): Promise<void>;
  close(): void;
  /** Message for an error of `open`, and whether a retry can help. */
  judge(error: unknown): { words: string; final: boolean };
  changed(link: Link): void;
}

/** Reconnector: drives one connection's state machine, its timers and the one try in flight. */
export class Reconnector {
  link: Link = IDLE;
  #timers = new Map<LinkTimer, ReturnType<typeof setTimeout>>();
  #attempt: AbortController | null = null;
  #hooks: Hooks;

  constructor(hooks: Hooks) {
    this.#hooks = hooks;
  }

  send(event: LinkEvent): void {
    const { link, effects } = step(this.link, event);
    const changed = link !== this.link;
    this.link = link;
    for (const effect of effects) {
      if (effect.type === "close") this.#close();
      else if (effect.type === "open") void this.#open(effect.generation);
      else this.#wait(effect.timer, effect.ms, effect.generation);
    }
    if (changed) this.#hooks.changed(link);
  }

  #close(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.#attempt?.abort();
    this.#attempt = null;
    this.#hooks.close();
  }

  async #open(generation: number): Promise<void> {
    const attempt = new AbortController();
    this.#attempt = attempt;
    try {
      await this.#hooks.open(generation, attempt.signal);
    } catch (error) {
      if (!attempt.signal.aborted) this.send({ type: "refused", generation, ...this.#hooks.judge(error) });
    }
  }

  #wait(timer: LinkTimer, ms: number, generation: number): void {
    clearTimeout(this.#timers.get(timer));
    this.#timers.set(
      timer,
      setTimeout(() => this.send({ type: "timer", generation, timer }), ms),
    );
  }
}
