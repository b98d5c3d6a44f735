import { Runner } from "@/lib/machine";
import { IDLE, type Link, type LinkEffect, type LinkEvent, type Refusal, step } from "./link";

export interface Hooks {
  /** Opens a connection; reports through the reconnector, and throws what it cannot recover from. */
  open(generation: number, signal: AbortSignal): Promise<void>;
  close(): void;
  /** Message for an error of `open`, and whether a retry can help. */
  judge(error: unknown): Refusal;
  changed(link: Link): void;
}

/** Reconnector: drives one connection's state machine, its timers and the one try in flight. */
export class Reconnector {
  readonly #runner: Runner<Link, LinkEvent, LinkEffect>;
  readonly #hooks: Hooks;
  #attempt: AbortController | null = null;

  constructor(hooks: Hooks) {
    this.#hooks = hooks;
    this.#runner = new Runner(IDLE, step, {
      perform: (effect) => this.#perform(effect),
      changed: hooks.changed,
    });
  }

  get link(): Link {
    return this.#runner.state;
  }

  send(event: LinkEvent): void {
    this.#runner.send(event);
  }

  #perform(effect: LinkEffect): void {
    if (effect.type === "close") this.#close();
    else if (effect.type === "open") void this.#open(effect.generation);
    else {
      const { timer, ms, generation } = effect;
      this.#runner.wait(timer, ms, { type: "timer", generation, timer });
    }
  }

  #close(): void {
    this.#runner.clearTimers();
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
}
