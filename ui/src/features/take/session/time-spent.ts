import type { TimeSpent as Spent } from "@/api/types";
import { local, parseJson } from "@/lib/storage";

/** Between two looks at the clock no more than this many milliseconds count: the computer slept, or the tab did. */
const LONGEST_STEP = 2_500;
/** So many seconds may wait for the next save of an answer; then they are sent by themselves. */
const WAIT = 30;
/** Sums of one call: what is left goes with the next one. */
const AT_ONCE = 30;

const slot = (token: string) => `invigil_time:${token}`;

type Sums = Record<string, number>;
const isSums = (value: unknown): value is Sums =>
  typeof value === "object" && value !== null && Object.values(value).every((ms) => Number.isFinite(ms));

/**
 * How long each question was in view, for the reviewer. One list for all tabs of the attempt, of which one at a time is
 * seen. The server is told sums and keeps the largest, so that a call that comes twice adds nothing.
 */
export class TimeSpent {
  /** Milliseconds by question. */
  #sums: Sums = {};
  /** Seconds by question that the server has. */
  readonly #told = new Map<string, number>();
  #at: number;
  #tried = 0;

  constructor(
    private readonly token: string,
    private readonly monotonic: () => number,
  ) {
    this.#at = monotonic();
  }

  /** Counts what passed since the last look for the question in view; for none it is passed over. */
  step(question_id: string | undefined) {
    const now = this.monotonic();
    const passed = now - this.#at;
    this.#at = now;
    if (question_id === undefined || passed <= 0 || passed > LONGEST_STEP) return;
    this.#read();
    this.#sums[question_id] = Math.round((this.#sums[question_id] ?? 0) + passed);
    local.set(slot(this.token), JSON.stringify(this.#sums));
  }

  /** Takes what the server has of earlier visits, perhaps with another browser. */
  raise(known: Spent[]) {
    this.#read();
    for (const { question_id, seconds } of known) {
      this.#sums[question_id] = Math.max(this.#sums[question_id] ?? 0, seconds * 1_000);
    }
    this.confirm(known);
  }

  /** Sums that the server does not have, the largest steps first. */
  unsent(): Spent[] {
    return this.#steps()
      .sort((a, b) => b.step - a.step)
      .slice(0, AT_ONCE)
      .map(({ question_id, seconds }) => ({ question_id, seconds }));
  }

  confirm(told: Spent[]) {
    for (const { question_id, seconds } of told) {
      this.#told.set(question_id, Math.max(seconds, this.#told.get(question_id) ?? 0));
    }
    this.#tried = 0;
  }

  /** True, once, when enough has gathered to be sent by itself. */
  due(): boolean {
    const waiting = this.#steps().reduce((sum, { step }) => sum + step, 0);
    if (waiting < this.#tried + WAIT) return false;
    this.#tried = waiting;
    return true;
  }

  /** The attempt is over: nothing more will be told. */
  forget() {
    this.#sums = {};
    local.remove(slot(this.token));
  }

  #steps() {
    return Object.entries(this.#sums)
      .map(([question_id, ms]) => {
        const seconds = Math.floor(ms / 1_000);
        return { question_id, seconds, step: seconds - (this.#told.get(question_id) ?? 0) };
      })
      .filter(({ step }) => step > 0);
  }

  /** Another tab may have counted since. */
  #read() {
    const kept = parseJson(local.get(slot(this.token)), isSums) ?? {};
    for (const [id, ms] of Object.entries(kept)) this.#sums[id] = Math.max(ms, this.#sums[id] ?? 0);
  }
}
