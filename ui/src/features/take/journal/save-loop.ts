import type { SaveReply } from "@/api/types";
import { retryWait } from "@/lib/backoff";
import { splitBatches } from "./batch";
import type { AnswerJournal } from "./journal";
import type { SaveState } from "./save-state";
import type { Entry } from "./types";

/** Debounce of a save after the last keystroke, in ms. */
const DEBOUNCE_MS = 800;
/** Maximum delay of a save during continuous typing, in ms. */
const MAX_DELAY_MS = 2_000;
/** Retry interval of a refused save in ms: the cause may have been fixed on the server. */
const REFUSED_RETRY_MS = 30_000;
/** Interval in ms of checks for unsent entries of another, perhaps closed, tab. */
const SWEEP_INTERVAL_MS = 15_000;
/** Consecutive rate-limited saves (429) after which the candidate is notified. */
const NOTIFY_AFTER_LIMITED = 5;

/** Failure of a save, as seen by the HTTP client. */
export interface SaveFailure {
  kind: "network" | "busy" | "refused" | "invalid";
  detail: string;
  /** Milliseconds that the server asked to wait. */
  retryAfter?: number;
  /** Rate limited only: nothing is wrong, and the page retries automatically. */
  limited?: boolean;
}

export interface SaveLoopDeps {
  journal: AnswerJournal;
  send(entries: Entry[]): Promise<SaveReply>;
  classify(error: unknown): SaveFailure;
  onState(state: SaveState): void;
  onReply(reply: SaveReply): void;
}

/** Sends the journal's entries: one request at a time, retried until confirmed. */
export class SaveLoop {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sweep: ReturnType<typeof setInterval>;
  #firstEdit: number | undefined;
  #running: Promise<void> | undefined;
  #failures = 0;
  #retryAt = 0;
  /** The server sent Retry-After. */
  #asked = false;
  #stopped = false;
  #failed: SaveState | undefined;
  #invalid = new Map<string, { seq: number; detail: string }>();

  constructor(private readonly deps: SaveLoopDeps) {
    this.#sweep = setInterval(() => {
      if (deps.journal.unsentCount > 0) this.touch();
    }, SWEEP_INTERVAL_MS);
  }

  /** Something was typed: the state of the last save is outdated, however long the store takes to write. */
  edited() {
    if (!this.#stopped && !this.#failed) this.deps.onState({ kind: "saving" });
  }

  /** An entry is waiting: send after a pause in typing, never later than two seconds from the first. */
  touch() {
    this.edited();
    this.schedule();
  }

  /** Like `touch`, for entries of an earlier visit: the state shown stays. */
  schedule() {
    if (this.#stopped) return;
    const now = Date.now();
    this.#firstEdit ??= now;
    this.#arm(Math.min(DEBOUNCE_MS, this.#firstEdit + MAX_DELAY_MS - now));
  }

  /** True while there are unsent entries that the server has not permanently refused. */
  get pending(): boolean {
    return this.deps.journal.unnumbered || this.#sendable().length > 0;
  }

  /**
   * Sends now, regardless of the schedule: the connection is back, or the page is being hidden. Retry-After is
   * respected, unless `urgent`.
   */
  flush(urgent = false): Promise<void> {
    if (!urgent && this.#asked && this.#retryAt > Date.now()) {
      this.#arm(0);
      return this.#running ?? Promise.resolve();
    }
    this.#retryAt = 0;
    return this.#run();
  }

  /** Another tab's save was confirmed at `at`: when that leaves nothing to send, this tab is saved as well. */
  savedElsewhere(at: string) {
    if (this.deps.journal.unsentCount > 0) return;
    this.#failures = 0;
    this.#retryAt = 0;
    this.#asked = false;
    this.#failed = undefined;
    this.deps.onState({ kind: "saved", at: Date.parse(at) });
  }

  stop() {
    this.#stopped = true;
    clearTimeout(this.#timer);
    clearInterval(this.#sweep);
  }

  #arm(delay: number) {
    clearTimeout(this.#timer);
    const wait = Math.max(delay, this.#retryAt - Date.now(), 0);
    this.#timer = setTimeout(() => void this.#run(), wait);
  }

  #run(): Promise<void> {
    clearTimeout(this.#timer);
    this.#running ??= this.#send().finally(() => {
      this.#running = undefined;
      if (!this.#stopped && this.pending) this.#arm(this.#failed ? 0 : DEBOUNCE_MS);
    });
    return this.#running;
  }

  #sendable(): Entry[] {
    const unsent = this.deps.journal.unsent();
    return unsent.filter((entry) => this.#invalid.get(entry.question_id)?.seq !== entry.seq);
  }

  async #send() {
    // Bounded: entries in memory are sent even if the store hangs.
    await this.deps.journal.numbered();
    this.#firstEdit = undefined;
    for (const batch of splitBatches(this.#sendable())) {
      if (this.#stopped || !(await this.#sendBatch(batch))) return;
    }
  }

  async #sendBatch(batch: Entry[]): Promise<boolean> {
    try {
      const reply = await this.deps.send(batch);
      this.#failures = 0;
      this.#asked = false;
      this.#failed = undefined;
      // Late answers are set aside for the reviewer: do not send them again.
      const acks = reply.late ? batch : reply.acked;
      const late = reply.late ? "drop" : "keep";
      await this.deps.journal.acknowledge(acks, batch, reply.server_time, late);
      this.deps.onReply(reply);
      this.deps.onState(this.#stateAfter(reply));
      return true;
    } catch (error) {
      return this.#fail(this.deps.classify(error), batch);
    }
  }

  #stateAfter(reply: SaveReply): SaveState {
    if (reply.late && !reply.submitted) return { kind: "aside" };
    const [invalid] = this.#invalid.values();
    if (invalid) return { kind: "refused", detail: invalid.detail };
    if (this.deps.journal.unsentCount > 0) return { kind: "saving" };
    return { kind: "saved", at: Date.parse(reply.server_time) };
  }

  async #fail(failure: SaveFailure, batch: Entry[]): Promise<boolean> {
    if (failure.kind === "invalid" && batch.length > 1) {
      // One answer that the server rejects must not block the others.
      for (const entry of batch) if (!(await this.#sendBatch([entry]))) return false;
      return true;
    }
    const [only] = batch;
    if (failure.kind === "invalid" && only) {
      this.#invalid.set(only.question_id, { seq: only.seq, detail: failure.detail });
      this.deps.onState({ kind: "refused", detail: failure.detail });
      return true;
    }
    this.#failures++;
    const refused = failure.kind === "refused";
    this.#asked = failure.retryAfter !== undefined;
    const wait = retryWait(this.#failures, failure.retryAfter);
    this.#retryAt = Date.now() + (refused ? Math.max(REFUSED_RETRY_MS, wait) : wait);
    // 429: the retry is automatic, and the header shows where the answers are.
    const detail = failure.limited && this.#failures < NOTIFY_AFTER_LIMITED ? "" : failure.detail;
    const state: SaveState =
      failure.kind === "network"
        ? { kind: "offline" }
        : { kind: failure.kind === "busy" ? "busy" : "refused", detail };
    this.#failed = state;
    this.deps.onState(state);
    return false;
  }
}
