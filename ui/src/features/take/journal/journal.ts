import { cleanAnswer, fitsAnswer } from "@/lib/answer-text";
import { orUndefined, withTimeout } from "@/lib/timeout";
import { openChannel, type TabChannel, type TabMessage } from "./channel";
import { forgetKey, rememberedKey, rememberKey } from "./key";
import { MemoryStore } from "./memory-store";
import { isUnsent } from "./merge";
import { stepWithoutStore } from "./numbers";
import { stash, unstash } from "./stash";
import type { Ack, AnswerRecord, AttemptPatch, AttemptRecord, EditLog, Entry, JournalStore } from "./types";

/** Maximum wait in ms for the store to assign seqs before a send. */
const STORE_GRACE_MS = 200;
/** A write pending this long (ms) means that the store persists nothing, and the page must not claim otherwise. */
const STALLED_AFTER_MS = 5_000;
/** Debounce in ms for stashing text elsewhere while the store is stalled. */
const STASH_DEBOUNCE_MS = 500;
/** Timeout in ms of one store step while opening, starting or ending a test. */
const STEP_TIMEOUT_MS = 2_000;

interface Held {
  answer: string;
  seq: number;
  acked_seq: number;
  /** Edits that came with the text, from the store or another tab. */
  edits?: string | undefined;
  /** Typed, and without a seq yet. */
  unnumbered: boolean;
  /** The store does not hold this version. True for all unnumbered entries. */
  unwritten: boolean;
}

/** Passes on what it was given. */
const NO_LOG: EditLog = { changed() {}, pack: (_id, { edits }) => ({ edits, numbered() {} }) };

export interface JournalEvents {
  /** The text of an answer changed, here or in another tab. */
  onAnswers(): void;
  /** There is something new to send. */
  onEntry(): void;
  /** The set of unsent entries or the kind of storage changed. */
  onChange(): void;
  /** Another tab sent a message other than an edit. */
  onMessage(message: TabMessage): void;
}

/**
 * Answer journal of one attempt. An edit is in memory at once, in the store as soon as its write commits, and unsent
 * until the server confirms an equal or larger seq of its question. Sending never waits long for the store
 * (`numbers.ts` explains why that loses nothing).
 */
export class AnswerJournal {
  log = NO_LOG;
  readonly #held = new Map<string, Held>();
  readonly #channel: TabChannel;
  #attempt: AttemptRecord | undefined;
  #writing: Promise<void> | undefined;
  #stalled = false;
  #stashing: ReturnType<typeof setTimeout> | undefined;
  #floor = 1;
  #closed = false;

  constructor(
    private readonly token: string,
    private store: JournalStore,
    private readonly events: JournalEvents,
  ) {
    this.#channel = openChannel(token, (message) => this.#hear(message));
  }

  /** False when answers live only in this page until the server has them. */
  get durable() {
    return this.store.durable && !this.#stalled;
  }

  async load(): Promise<AttemptRecord | undefined> {
    this.#attempt = await this.#inTime((store) => store.loadAttempt());
    const key = rememberedKey(this.token);
    if (key && !this.#attempt) {
      // Of an attempt that was reopened: the rest was deleted at its end.
      await this.ensureKey(() => key);
      this.#attempt = await this.#inTime((store) => store.loadAttempt());
    }
    const records = await this.#inTime((store) => store.loadAnswers());
    for (const record of records) this.#take(record);
    this.#raise(this.#attempt?.next_seq ?? 1);
    if (this.#attempt || !this.durable) this.#takeStashed();
    this.broadcast({ type: "opened" });
    return this.#attempt;
  }

  /** Reads other tabs' answers from the store: a closing tab may not have broadcast its last one. */
  async refresh(): Promise<void> {
    const before = [...this.#held.values()].map((held) => held.seq).join();
    for (const record of await this.#safely((store) => store.loadAnswers())) this.#take(record);
    if ([...this.#held.values()].map((held) => held.seq).join() !== before) this.events.onAnswers();
  }

  async ensureKey(make: () => string): Promise<string> {
    // A slow store may still write it later: it must be the same key then.
    let made: string | undefined;
    const once = () => {
      made ??= rememberedKey(this.token) ?? make();
      return made;
    };
    const key = await this.#inTime((store) => store.ensureKey(once));
    rememberKey(this.token, key);
    return key;
  }

  updateAttempt(patch: AttemptPatch): Promise<void> {
    return this.#safely((store) => store.updateAttempt(patch));
  }

  /** Merges the answers that the server holds; newer local ones stay, unsent. */
  async merge(saved: Entry[], next_seq: number): Promise<void> {
    this.#raise(next_seq);
    for (const entry of saved) this.#take({ ...entry, acked_seq: entry.seq });
    const merging = this.#safely((store) => store.merge(saved, next_seq));
    for (const record of (await orUndefined(merging, STEP_TIMEOUT_MS)) ?? []) this.#take(record);
    this.events.onAnswers();
    if (this.unsentCount > 0) this.events.onEntry();
  }

  answers(): Record<string, string> {
    return Object.fromEntries([...this.#held].map(([id, held]) => [id, held.answer]));
  }

  /** Stores an edit. Returns false, changing nothing, if the answer exceeds the limit. */
  edit(question_id: string, text: string): boolean {
    return this.choose(question_id, cleanAnswer(text));
  }

  /** Like `edit`, for an answer that must equal an offered option exactly. */
  choose(question_id: string, answer: string): boolean {
    if (!fitsAnswer(answer)) return false;
    const held = this.#held.get(question_id) ?? { answer: "", seq: 0, acked_seq: 0, unnumbered: false };
    if (held.answer === answer) return true;
    this.log.changed(question_id, held, answer);
    this.#held.set(question_id, { ...held, answer, edits: undefined, unnumbered: true, unwritten: true });
    this.events.onAnswers();
    this.#write();
    if (this.#stalled) this.#stashSoon();
    this.events.onEntry();
    return true;
  }

  get unsentCount(): number {
    let count = 0;
    for (const held of this.#held.values()) if (held.unnumbered || isUnsent(held)) count++;
    return count;
  }

  /** True while a text waits for its seq. */
  get unnumbered(): boolean {
    return [...this.#held.values()].some((held) => held.unnumbered);
  }

  /** Numbered, unconfirmed entries in the order of edits; only the newest text of each question. */
  unsent(): Entry[] {
    return this.#entries((held) => !held.unnumbered && isUnsent(held));
  }

  /** Every answer with its seq, for the submit. */
  all(): Entry[] {
    return this.#entries((held) => held.seq > 0);
  }

  /** Resolves once every edit made so far is in the store. Never resolves if the store hangs. */
  async settled(): Promise<void> {
    while (this.#writing) await this.#writing;
  }

  /** Resolves within the grace period, when every edit has a seq: the store's, or a local one if that is slow. */
  async numbered(): Promise<void> {
    if (!this.#stalled && this.unnumbered) await orUndefined(this.settled(), STORE_GRACE_MS);
    this.#number();
  }

  /**
   * Unsent entries, without waiting for the store: for an unloading page. Entries that may not reach the store in time
   * are stashed synchronously.
   */
  leave(): Entry[] {
    this.#number();
    this.#stash();
    return this.unsent();
  }

  /** Records the server's confirmations; an entry superseded by another writer is renumbered. */
  async acknowledge(
    acks: Ack[],
    sent: Entry[],
    at: string,
    overtaken: "keep" | "drop" = "keep",
  ): Promise<void> {
    const acked = new Map(acks.map((ack) => [ack.question_id, ack.seq]));
    for (const { question_id, seq } of acks) {
      this.#raise(seq + 1);
      const held = this.#held.get(question_id);
      if (held) held.acked_seq = Math.max(held.acked_seq, seq);
    }
    const noting = this.#safely((store) => store.acknowledge(acks));
    const records = this.#stalled ? undefined : await orUndefined(noting, STORE_GRACE_MS);
    const stored = new Map(records?.map((record) => [record.question_id, record]));
    for (const entry of sent) {
      const held = this.#held.get(entry.question_id);
      const seq = acked.get(entry.question_id);
      if (!held || seq === undefined) continue;
      const newest = stored.get(entry.question_id);
      if (newest && newest.seq > held.seq) this.#take(newest);
      else if (seq > entry.seq && held.seq === entry.seq && overtaken === "keep") {
        // The server holds a text that no tab of this browser wrote: the text that the candidate sees must win.
        held.unnumbered = true;
        held.unwritten = true;
      }
    }
    this.#channel.post({ type: "acked", acks, at });
    this.events.onChange();
    this.#write();
    if (this.unnumbered) this.events.onEntry();
  }

  broadcast(message: TabMessage) {
    if (!this.#closed) this.#channel.post(message);
  }

  /** Deletes the attempt from this browser, after the submit. */
  async clear(): Promise<void> {
    await orUndefined(this.settled(), STORE_GRACE_MS);
    this.#held.clear();
    this.#attempt = undefined;
    unstash(this.token);
    forgetKey(this.token);
    await orUndefined(
      this.#safely((store) => store.clear()),
      STEP_TIMEOUT_MS,
    );
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#stashing);
    this.#channel.close();
    this.store.close();
  }

  #entries(wanted: (held: Held) => boolean): Entry[] {
    return [...this.#held]
      .filter(([, held]) => wanted(held))
      .map(([question_id, held]) => this.#entry(question_id, held))
      .sort((a, b) => a.seq - b.seq);
  }

  #entry(question_id: string, held: Held): Entry {
    const { answer, seq, unnumbered } = held;
    const edits = isUnsent(held)
      ? this.log.pack(question_id, held, unnumbered ? undefined : seq).edits
      : undefined;
    return { question_id, answer, seq, edits };
  }

  /** Assigns a seq to every text that the store has not numbered. */
  #number() {
    for (const [question_id, held] of this.#held) {
      if (!held.unnumbered) continue;
      const seq = this.#floor + stepWithoutStore();
      this.#raise(seq + 1);
      const { edits } = this.log.pack(question_id, held, seq);
      this.#held.set(question_id, { ...held, seq, unnumbered: false });
      this.broadcast({ type: "edit", entry: { question_id, answer: held.answer, seq, edits } });
    }
  }

  #stash() {
    stash(
      this.token,
      this.#entries((held) => held.unwritten || (!this.durable && isUnsent(held))),
    );
  }

  /** Entries stuck in a hanging store would be lost if the page crashed. */
  #stashSoon() {
    this.#stashing ??= setTimeout(() => {
      this.#stashing = undefined;
      if (this.#closed || !this.#stalled) return;
      this.#number();
      this.#stash();
    }, STASH_DEBOUNCE_MS);
  }

  #takeStashed() {
    for (const { question_id, answer, seq, edits } of unstash(this.token)) {
      const held = this.#held.get(question_id) ?? { seq: 0, acked_seq: 0 };
      this.#raise(seq + 1);
      if (seq <= held.seq) continue;
      this.#held.set(question_id, { ...held, answer, seq, edits, unnumbered: false, unwritten: true });
    }
    this.#write();
  }

  #raise(floor: number) {
    this.#floor = Math.max(this.#floor, floor);
  }

  /** Adopts a record of the store, the server or another tab, unless the local one is newer. */
  #take(record: Pick<AnswerRecord, "question_id" | "answer" | "seq" | "acked_seq" | "edits">) {
    const { question_id, answer, seq, edits } = record;
    const held = this.#held.get(question_id);
    this.#raise(seq + 1);
    const acked_seq = Math.max(record.acked_seq, held?.acked_seq ?? 0);
    if (held && (held.unnumbered || held.seq > seq)) held.acked_seq = acked_seq;
    else this.#held.set(question_id, { answer, seq, acked_seq, edits, unnumbered: false, unwritten: false });
  }

  #hear(message: TabMessage) {
    if (message.type === "opened") void this.refresh();
    else if (message.type === "edit") {
      this.#take({ ...message.entry, acked_seq: 0 });
      this.events.onAnswers();
    } else if (message.type === "acked") {
      for (const ack of message.acks) {
        const held = this.#held.get(ack.question_id);
        if (held) held.acked_seq = Math.max(held.acked_seq, ack.seq);
      }
      this.events.onChange();
      this.events.onMessage(message);
    } else this.events.onMessage(message);
  }

  // One write at a time, the newest text of each question: seqs then follow the order of edits.
  #write() {
    this.#writing ??= this.#drain().finally(() => {
      this.#writing = undefined;
    });
  }

  async #drain() {
    for (let next = this.#nextUnwritten(); next; next = this.#nextUnwritten()) {
      const slow = setTimeout(() => this.#stall(true), STALLED_AFTER_MS);
      const [question_id, held] = next;
      const { answer, acked_seq } = held;
      try {
        if (held.unnumbered) {
          const { edits, numbered } = this.log.pack(question_id, held);
          const edit = { question_id, answer, edits };
          const seq = await this.#safely((store) => store.append(edit, this.#floor));
          numbered(seq);
          this.#appended({ ...edit, seq });
        } else {
          const entry = this.#entry(question_id, held);
          this.#kept(entry, await this.#safely((store) => store.keep(entry, acked_seq)));
        }
      } finally {
        clearTimeout(slow);
        this.#stall(false);
      }
    }
  }

  /** The store holds this text under the seq it assigned; text and seq in memory may have changed meanwhile. */
  #appended(entry: Entry) {
    const { question_id, answer, seq } = entry;
    this.#raise(seq + 1);
    const held = this.#held.get(question_id);
    if (!held) return;
    const waited = held.unnumbered;
    if (seq <= held.seq) held.unwritten = true;
    else if (held.answer !== answer) {
      // Newer than the write just committed, so it needs a larger seq.
      held.unnumbered = true;
      held.unwritten = true;
    } else {
      this.#held.set(question_id, { ...held, seq, unnumbered: false, unwritten: false });
      this.broadcast({ type: "edit", entry });
    }
    if (!waited && seq > held.seq) this.events.onEntry();
    this.events.onChange();
  }

  #kept(entry: Entry, stands: AnswerRecord) {
    const held = this.#held.get(entry.question_id);
    if (held && !held.unnumbered && held.seq === entry.seq) held.unwritten = false;
    if (stands.seq <= entry.seq) return;
    this.#take(stands);
    this.events.onAnswers();
  }

  #stall(stalled: boolean) {
    if (this.#stalled === stalled) return;
    this.#stalled = stalled;
    if (stalled) this.#stashSoon();
    this.events.onChange();
  }

  #nextUnwritten() {
    if (this.#closed) return undefined;
    return [...this.#held].find(([, held]) => held.unwritten);
  }

  /** A step with a timeout: a store that does not reply in time counts as one that refuses. */
  #inTime<T>(step: (store: JournalStore) => Promise<T>): Promise<T> {
    return this.#safely((store) => withTimeout(step(store), STEP_TIMEOUT_MS));
  }

  /** Runs a step on the store; when the store fails, everything known moves to memory and the step runs there. */
  async #safely<T>(step: (store: JournalStore) => Promise<T>): Promise<T> {
    const store = this.store;
    try {
      return await step(store);
    } catch (error) {
      if (!store.durable) throw error;
      if (this.store === store) await this.#degrade(store);
      return step(this.store);
    }
  }

  async #degrade(broken: JournalStore) {
    const attempt = (await orUndefined(broken.loadAttempt(), STORE_GRACE_MS)) ?? this.#attempt;
    if (this.store !== broken) return;
    const records = [...this.#held].map(([question_id, held]) => ({
      token: this.token,
      question_id,
      answer: held.answer,
      seq: held.seq,
      acked_seq: held.acked_seq,
      edited_at: Date.now(),
    }));
    this.store = new MemoryStore(this.token, attempt, records, stepWithoutStore);
    this.events.onChange();
  }
}
