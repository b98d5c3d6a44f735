/** Result of one event: the next state, and the effects to perform, in order. */
export interface Step<State, Effect> {
  state: State;
  effects: Effect[];
}

interface Hooks<State, Effect> {
  /** Performs one effect. Its results come back as events. */
  perform(effect: Effect): void;
  /** The state changed; called after the effects of that event. */
  changed(state: State): void;
}

/**
 * Runs a pure state machine: one event at a time, in the order of arrival. An event that an effect sends
 * waits until all effects of the current event are performed.
 */
export class Runner<State, Event, Effect> {
  readonly #queue: Event[] = [];
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  #running = false;
  #stopped = false;

  constructor(
    public state: State,
    private readonly step: (state: State, event: Event) => Step<State, Effect>,
    private readonly hooks: Hooks<State, Effect>,
  ) {}

  send(event: Event): void {
    if (this.#stopped) return;
    this.#queue.push(event);
    if (this.#running) return;
    this.#running = true;
    try {
      for (let next = this.#queue.shift(); next; next = this.#queue.shift()) this.#apply(next);
    } finally {
      this.#running = false;
    }
  }

  /** Sends `event` after `ms` milliseconds. Replaces a pending timer of the same name. */
  wait(timer: string, ms: number, event: Event): void {
    clearTimeout(this.#timers.get(timer));
    this.#timers.set(
      timer,
      setTimeout(() => this.send(event), ms),
    );
  }

  clearTimers(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  /** Ignores all further events. */
  stop(): void {
    this.#stopped = true;
    this.clearTimers();
  }

  #apply(event: Event): void {
    const { state, effects } = this.step(this.state, event);
    const changed = state !== this.state;
    this.state = state;
    for (const effect of effects) this.hooks.perform(effect);
    if (changed) this.hooks.changed(state);
  }
}
