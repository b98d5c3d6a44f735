import type { SaveReply } from "@/api/types";
import { retryWait } from "@/lib/backoff";
import type { Problem } from "../problem";
import { splitBatches } from "./batch";
import type { AnswerJournal } from "./journal";
import type { SaveState } from "./save-state";
import { Troubles } from "./troubles";
import type { Entry } from "./types";

/** Debounce of a save after the last keystroke, in ms. */
const DEBOUNCE_MS = 800;
/** Maximum delay of a save during continuous typing, in ms. */
const MAX_DELAY_MS = 2_000;
/** Maximum wait in ms of a text that was not tried yet, while others do not get through. */
const FRESH_DELAY_MS = 4_000;
/** Retry interval of a refused save in ms: the cause may have been fixed on the server. */
const REFUSED_RETRY_MS = 30_000;
/** Interval in ms of checks for unsent entries of another, perhaps closed, tab. */
const SWEEP_INTERVAL_MS = 15_000;
/** Consecutive rate-limited saves (429) after which the candidate is notified. */
const NOTIFY_AFTER_LIMITED = 5;
/** Entries without any reply in a row after which a drain stops: the network is down. */
const SILENT_LIMIT = 2;

/** Milliseconds by a clock that no one sets: a date that is put back must not hold up an answer. */
const monotonic = () => performance.now();

/** Failure of a save, as seen by the HTTP client. */
export interface SaveFailure extends Problem {
  /**
   * `network`: no reply; `foreign`: an intermediary replied. All others are the server's word; `invalid` is its refusal
   * of one of these entries.
   */
  kind: "network" | "foreign" | "busy" | "refused" | "invalid";
  status?: number;
  /** Milliseconds that the reply asked to wait. */
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

/**
 * What a drain left: `done` nothing that the server would take, `hopeful` texts that may get through soon, `hopeless` texts
 * that were tried often enough, in both forms.
 */
export type Drained = "done" | "hopeful" | "hopeless";

/**
 * Sends the journal's entries, one request at a time, until they are confirmed. A text that did not get through is tried
 * again on its own, after all others: none waits for it.
 */
export class SaveLoop {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sweep: ReturnType<typeof setInterval>;
  #firstEdit: number | undefined;
  #running: Promise<void> | undefined;
  /** Failed calls in a row. */
  #failures = 0;
  #retryAt = 0;
  /** The same, for texts that were not tried yet. */
  #freshAt = 0;
  /** The server sent Retry-After. */
  #asked = false;
  #stopped = false;
  #failed: SaveState | undefined;
  #last: SaveFailure["kind"] | undefined;
  readonly #troubles = new Troubles();

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
    const now = monotonic();
    this.#firstEdit ??= now;
    const delay = Math.min(DEBOUNCE_MS, this.#firstEdit + MAX_DELAY_MS - now);
    this.#arm(Math.max(delay, this.#nextWait()));
  }

  /** True while there are unsent entries that the server has not refused for good. */
  get pending(): boolean {
    return this.deps.journal.unnumbered || this.#sendable().length > 0;
  }

  /** Some text has failed on its own: a submit must not carry it along. */
  get troubled(): boolean {
    return this.deps.journal.unsent().some((entry) => this.#troubles.of(entry));
  }

  /**
   * Sends now, regardless of the schedule: the connection is back, or the page is being hidden. Retry-After of the server
   * is respected.
   */
  flush(): Promise<void> {
    if (this.#asked && this.#retryAt > monotonic()) {
      this.#arm(this.#nextWait());
      return this.#running ?? Promise.resolve();
    }
    this.#retryAt = 0;
    this.#freshAt = 0;
    this.#troubles.retryNow();
    return this.#run(() => this.#send());
  }

  /** Tries each unsent entry at once, whatever failed before: the test is about to end. */
  async drain(): Promise<Drained> {
    await this.#running;
    let result: Drained = "hopeful";
    await this.#run(async () => {
      result = await this.#drain();
    });
    return result;
  }

  /** Another tab's save was confirmed at `at`: when that leaves nothing to send, this tab is saved as well. */
  savedElsewhere(at: string) {
    if (this.deps.journal.unsentCount > 0) return;
    this.#lineIsGood();
    this.#failed = undefined;
    this.deps.onState({ kind: "saved", at: Date.parse(at) });
  }

  stop() {
    this.#stopped = true;
    clearTimeout(this.#timer);
    clearInterval(this.#sweep);
  }

  #lineIsGood() {
    this.#failures = 0;
    this.#retryAt = 0;
    this.#freshAt = 0;
    this.#asked = false;
    this.#last = undefined;
  }

  #arm(delay: number) {
    clearTimeout(this.#timer);
    // Rounded up: a timer that fires a part of a millisecond early would find nothing due.
    this.#timer = setTimeout(() => void this.#run(() => this.#send()), Math.max(Math.ceil(delay), 0));
  }

  /** Milliseconds until the next entry may be sent. */
  #nextWait(): number {
    const waits = this.#sendable().map((entry) => this.#readyAt(entry));
    if (this.deps.journal.unnumbered) waits.push(this.#freshAt);
    return waits.length > 0 ? Math.min(...waits) - monotonic() : 0;
  }

  #readyAt(entry: Entry): number {
    const trouble = this.#troubles.of(entry);
    return trouble ? Math.max(trouble.retryAt, this.#retryAt) : this.#freshAt;
  }

  #run(work: () => Promise<void>): Promise<void> {
    clearTimeout(this.#timer);
    this.#running ??= work().finally(() => {
      this.#running = undefined;
      if (!this.#stopped && this.pending) this.#arm(Math.max(DEBOUNCE_MS, this.#nextWait()));
    });
    return this.#running;
  }

  #sendable(): Entry[] {
    return this.deps.journal.unsent().filter((entry) => this.#troubles.of(entry)?.refusal === undefined);
  }

  #doubtful(): Entry[] {
    return this.#troubles.inOrder(this.#sendable().filter((entry) => this.#troubles.of(entry)));
  }

  /** Texts that were not tried yet, together. */
  async #sendFresh(): Promise<boolean> {
    const fresh = this.#sendable().filter((entry) => !this.#troubles.of(entry));
    for (const batch of splitBatches(fresh)) {
      if (this.#stopped || !(await this.#sendBatch(batch))) return false;
    }
    return true;
  }

  async #send() {
    // Bounded: entries in memory are sent even if the store hangs.
    await this.deps.journal.numbered();
    this.#firstEdit = undefined;
    if (this.#freshAt <= monotonic() && !(await this.#sendFresh())) return;
    for (const entry of this.#doubtful()) {
      if (this.#readyAt(entry) > monotonic()) continue;
      if (this.#stopped || !(await this.#sendBatch([entry]))) return;
    }
  }

  async #drain(): Promise<Drained> {
    await this.deps.journal.numbered();
    await this.#sendFresh();
    let silent = 0;
    for (const entry of this.#doubtful()) {
      if (this.#stopped || silent >= SILENT_LIMIT) break;
      if (await this.#sendBatch([entry])) silent = 0;
      else if (this.#last === "network") silent++;
      // The whole test is refused: so will be the submit, which says so to the candidate.
      else if (this.#last === "refused") return "hopeless";
      else if (this.#last === "busy") return "hopeful";
    }
    const left = this.#sendable();
    if (left.length === 0) return "done";
    return left.every((entry) => this.#troubles.isHopeless(entry)) ? "hopeless" : "hopeful";
  }

  async #sendBatch(batch: Entry[]): Promise<boolean> {
    try {
      const reply = await this.deps.send(batch);
      this.#lineIsGood();
      this.#troubles.forget(reply.acked);
      // Late answers are set aside for the reviewer: do not send them again.
      await this.deps.journal.acknowledge(
        reply.acked,
        batch,
        reply.server_time,
        reply.late ? "drop" : "keep",
      );
      this.#heard(reply);
      return true;
    } catch (error) {
      return this.#fail(this.deps.classify(error), batch);
    }
  }

  #heard(reply: SaveReply) {
    this.deps.onReply(reply);
    const state = this.#stateAfter(reply);
    this.#failed = state.kind === "blocked" || state.kind === "refused" ? state : undefined;
    this.deps.onState(state);
  }

  #stateAfter(reply: SaveReply): SaveState {
    if (reply.late && !reply.submitted) return { kind: "aside" };
    const held = this.#heldState();
    if (held) return held;
    if (this.deps.journal.unsentCount > 0) return { kind: "saving" };
    return { kind: "saved", at: Date.parse(reply.server_time) };
  }

  /** What is to be said of single answers. */
  #heldState(): SaveState | undefined {
    const { refused, blocked } = this.#troubles.among(this.deps.journal.unsent());
    const [first] = refused;
    if (first) {
      const questions = refused.map(({ question_id }) => question_id);
      return { kind: "refused", ...first.refusal, questions };
    }
    return blocked.length > 0 ? { kind: "blocked", questions: blocked } : undefined;
  }

  async #fail(failure: SaveFailure, batch: Entry[]): Promise<boolean> {
    const { kind, code, detail = "", status = 0, retryAfter } = failure;
    const now = monotonic();
    this.#last = kind;
    if (kind === "invalid" && batch.length > 1) {
      // One answer that the server rejects must not block the others.
      for (const entry of batch) if (!(await this.#sendBatch([entry]))) return false;
      return true;
    }
    const [only] = batch;
    if (kind === "invalid" && only) {
      this.#lineIsGood();
      this.#troubles.refuse(only, { code, detail });
      return this.#show({ kind: "refused", code, detail, questions: [only.question_id] }, true);
    }
    this.#failures++;
    const wait = retryWait(this.#failures, kind === "foreign" ? undefined : retryAfter);
    this.#retryAt = now + wait;
    if (kind === "network" || kind === "foreign" || status === 500) {
      // It may be what is in one of these texts: no other waits for them.
      this.#freshAt = now + Math.min(wait, FRESH_DELAY_MS);
      // A reply of 502 to 504 comes from a proxy whose server is away.
      let isText = kind === "foreign" && status < 500;
      const asksForProbe = this.#troubles.fail(batch, now, { retryAfter, blocked: isText });
      if (kind === "network" && asksForProbe) isText = await this.#probe(batch);
      const away: SaveState = status === 500 ? { kind: "busy", code, detail } : { kind: "offline" };
      return this.#show((isText ? this.#heldState() : undefined) ?? away, false);
    }
    this.#asked = retryAfter !== undefined;
    if (kind === "refused") this.#retryAt = now + Math.max(REFUSED_RETRY_MS, wait);
    this.#freshAt = this.#retryAt;
    // 429: the retry is automatic, and the header shows where the answers are.
    const shown = failure.limited && this.#failures < NOTIFY_AFTER_LIMITED ? "" : detail;
    return this.#show({ kind: kind === "busy" ? "busy" : "refused", code, detail: shown }, false);
  }

  #show(state: SaveState, goesOn: boolean): boolean {
    this.#failed = state;
    this.deps.onState(state);
    return goesOn;
  }

  /** Whether the server is there, and only this text does not reach it. */
  async #probe(batch: Entry[]): Promise<boolean> {
    const reply = await this.deps.send([]).catch(() => undefined);
    this.#troubles.block(batch, reply !== undefined);
    if (!reply) return false;
    this.deps.onReply(reply);
    this.#lineIsGood();
    return true;
  }
}
