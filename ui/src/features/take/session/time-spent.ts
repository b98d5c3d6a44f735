import type { TimeSpent as Spent } from "@/api/types";
import { local, parseJson } from "@/lib/storage";

/** Maximum ms counted between two ticks: a longer gap means that the computer or the tab slept. */
const MAX_STEP_MS = 2_500;
/** Seconds that may wait for the next answer save before they get a separate call. */
const MAX_PENDING_SECONDS = 30;
/** Maximum sums per call; the rest follows in the next. */
const BATCH_SIZE = 30;

const slot = (token: string) => `invigil_time:${token}`;

type Sums = Record<string, number>;
const isSums = (value: unknown): value is Sums =>
  typeof value === "object" && value !== null && Object.values(value).every((ms) => Number.isFinite(ms));

/**
 * View time per question, for the reviewer. One list for all tabs of the attempt, of which one at a time is
 * visible. The server receives sums and keeps the maximum, so a repeated call is idempotent.
 */
export class TimeSpent {
  /** Milliseconds by question. */
  #sums: Sums = {};
  /** Seconds by question that the server has. */
  readonly #sent = new Map<string, number>();
  #at: number;
  #tried = 0;

  constructor(
    private readonly token: string,
    private readonly monotonic: () => number,
  ) {
    this.#at = monotonic();
  }

  /** Adds the time since the last tick to the question in view; discards it if none is. */
  step(question_id: string | undefined) {
    const now = this.monotonic();
    const passed = now - this.#at;
    this.#at = now;
    if (question_id === undefined || passed <= 0 || passed > MAX_STEP_MS) return;
    this.#read();
    this.#sums[question_id] = Math.round((this.#sums[question_id] ?? 0) + passed);
    local.set(slot(this.token), JSON.stringify(this.#sums));
  }

  /** Merges the server's sums of earlier visits, perhaps from another browser. */
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
      .slice(0, BATCH_SIZE)
      .map(({ question_id, seconds }) => ({ question_id, seconds }));
  }

  confirm(sent: Spent[]) {
    for (const { question_id, seconds } of sent) {
      this.#sent.set(question_id, Math.max(seconds, this.#sent.get(question_id) ?? 0));
    }
    this.#tried = 0;
  }

  /** True, once, when enough is pending for a separate call. */
  due(): boolean {
    const waiting = this.#steps().reduce((sum, { step }) => sum + step, 0);
    if (waiting < this.#tried + MAX_PENDING_SECONDS) return false;
    this.#tried = waiting;
    return true;
  }

  /** The attempt is over: no further sums are sent. */
  forget() {
    this.#sums = {};
    local.remove(slot(this.token));
  }

  #steps() {
    return Object.entries(this.#sums)
      .map(([question_id, ms]) => {
        const seconds = Math.floor(ms / 1_000);
        return { question_id, seconds, step: seconds - (this.#sent.get(question_id) ?? 0) };
      })
      .filter(({ step }) => step > 0);
  }

  /** Another tab may have counted since. */
  #read() {
    const kept = parseJson(local.get(slot(this.token)), isSums) ?? {};
    for (const [id, ms] of Object.entries(kept)) this.#sums[id] = Math.max(ms, this.#sums[id] ?? 0);
  }
}
