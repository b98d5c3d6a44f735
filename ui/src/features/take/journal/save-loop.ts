import type { SaveReply } from "@/api/types";
import { retryWait } from "./backoff";
import { splitBatches } from "./batch";
import type { AnswerJournal } from "./journal";
import type { SaveState } from "./save-state";
import type { Entry } from "./types";

/** Milliseconds without typing after which a save goes out. */
const PAUSE = 800;
/** The longest that typing without a pause puts a save off, in milliseconds. */
const LONGEST_WAIT = 2_000;
/** How often a refused save is tried again: it may have been mended on the server. */
const REFUSED_RETRY = 30_000;
/** How often unsent entries of another tab are looked for: that tab may be gone. */
const SWEEP = 15_000;
/** So many refusals for coming too often in a row are worth a word to the candidate. */
const WORTH_TELLING = 5;

/** Why a save did not go through, as the page's HTTP client saw it. */
export interface SaveFailure {
  kind: "network" | "busy" | "refused" | "invalid";
  detail: string;
  /** Milliseconds that the server asked to wait. */
  retryAfter?: number;
  /** The server only asks to come less often: nothing is wrong, and the page goes on by itself. */
  limited?: boolean;
}

export interface SaveLoopDeps {
  journal: AnswerJournal;
  send(entries: Entry[]): Promise<SaveReply>;
  classify(error: unknown): SaveFailure;
  onState(state: SaveState): void;
  onReply(reply: SaveReply): void;
}

/** Sends what the journal holds: one request at a time, again until the server has it. */
export class SaveLoop {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sweep: ReturnType<typeof setInterval>;
  #firstEdit: number | undefined;
  #running: Promise<void> | undefined;
  #failures = 0;
  #retryAt = 0;
  /** The server said when to come again. */
  #asked = false;
  #stopped = false;
  #failed: SaveState | undefined;
  #invalid = new Map<string, { seq: number; detail: string }>();

  constructor(private readonly deps: SaveLoopDeps) {
    this.#sweep = setInterval(() => {
      if (deps.journal.unsentCount > 0) this.touch();
    }, SWEEP);
  }

  /** Something was typed: what the page said of the last save holds no more, however long the store takes to note it. */
  edited() {
    if (!this.#stopped && !this.#failed) this.deps.onState({ kind: "saving" });
  }

  /** An entry is waiting: send after a pause in typing, never later than two seconds from the first. */
  touch() {
    if (this.#stopped) return;
    const now = Date.now();
    this.#firstEdit ??= now;
    this.edited();
    this.#arm(Math.min(PAUSE, this.#firstEdit + LONGEST_WAIT - now));
  }

  /** True while something waits that the server has not refused for good. */
  get pending(): boolean {
    return this.deps.journal.unnumbered || this.#sendable().length > 0;
  }

  /**
   * Sends now, whatever was planned: the connection is back, or the page is being hidden. A pause that the server asked for
   * is kept, unless this is `urgent`.
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
      if (!this.#stopped && this.pending) this.#arm(this.#failed ? 0 : PAUSE);
    });
    return this.#running;
  }

  #sendable(): Entry[] {
    const unsent = this.deps.journal.unsent();
    return unsent.filter((entry) => this.#invalid.get(entry.question_id)?.seq !== entry.seq);
  }

  async #send() {
    // Never for long: what is in memory goes out, whatever becomes of the store.
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
      // What came after the end is kept aside for the reviewer: it is not to be sent a second time.
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
      // One answer that the server cannot take must not hold back the others.
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
    this.#retryAt = Date.now() + (refused ? Math.max(REFUSED_RETRY, wait) : wait);
    // Too many requests: the next try comes by itself, and the header says where the answers are.
    const detail = failure.limited && this.#failures < WORTH_TELLING ? "" : failure.detail;
    const state: SaveState =
      failure.kind === "network"
        ? { kind: "offline" }
        : { kind: failure.kind === "busy" ? "busy" : "refused", detail };
    this.#failed = state;
    this.deps.onState(state);
    return false;
  }
}
