import { orUndefined, withTimeout } from "@/lib/patience";
import { openChannel, type TabChannel, type TabMessage } from "./channel";
import { forgetKey, rememberedKey, rememberKey } from "./key";
import { MemoryStore } from "./memory-store";
import { isUnsent } from "./merge";
import { stepWithoutStore } from "./numbers";
import { stash, unstash } from "./stash";
import { cleanAnswer, fitsAnswer } from "./text";
import type { Ack, AnswerRecord, AttemptPatch, AttemptRecord, Entry, JournalStore } from "./types";

/** What is about to be sent waits for the store's numbers at most this many milliseconds. */
const STORE_GRACE = 200;
/** A write under way for this many milliseconds: the store keeps nothing, and the page must not say that it does. */
const STALLED_AFTER = 5_000;
/** What is typed while the store is stalled is put elsewhere after so many milliseconds: not at each key. */
const STASH_AFTER = 500;
/** Opening, starting and ending a test wait at most this many milliseconds for one step of the store. */
const STEP_LIMIT = 2_000;

interface Held {
  answer: string;
  seq: number;
  acked_seq: number;
  /** Typed, and without a seq of its own yet. */
  unnumbered: boolean;
  /** The store does not hold it as it stands here. True for all that is unnumbered. */
  unwritten: boolean;
}

export interface JournalEvents {
  /** The text of an answer changed, here or in another tab. */
  onAnswers(): void;
  /** There is something new to send. */
  onEntry(): void;
  /** What is unsent or kept where changed. */
  onChange(): void;
  /** Another tab spoke of something other than an edit. */
  onMessage(message: TabMessage): void;
}

/**
 * The answers of one attempt. An edit is in memory at once, in the store as soon as the store takes it, and stays unsent
 * until the server confirms a seq of its question that is not smaller. Sending never waits long for the store
 * (`numbers.ts` says why that loses nothing).
 */
export class AnswerJournal {
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
    const records = await this.#inTime((store) => store.loadAnswers());
    for (const record of records) this.#take(record);
    this.#raise(this.#attempt?.next_seq ?? 1);
    if (this.#attempt || !this.durable) this.#takeStashed();
    this.tell({ type: "opened" });
    return this.#attempt;
  }

  /** Looks for answers of other tabs in the store: a tab that closes may not get to tell of its last one. */
  async refresh(): Promise<void> {
    const before = [...this.#held.values()].map((held) => held.seq).join();
    for (const record of await this.#safely((store) => store.loadAnswers())) this.#take(record);
    if ([...this.#held.values()].map((held) => held.seq).join() !== before) this.events.onAnswers();
  }

  async ensureKey(make: () => string): Promise<string> {
    // A store that is too slow may still write it: it must be the same one then.
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

  /** Takes the answers that the server holds; newer ones of this browser stay and stay unsent. */
  async merge(saved: Entry[], next_seq: number): Promise<void> {
    this.#raise(next_seq);
    for (const entry of saved) this.#take({ ...entry, acked_seq: entry.seq });
    const merging = this.#safely((store) => store.merge(saved, next_seq));
    for (const record of (await orUndefined(merging, STEP_LIMIT)) ?? []) this.#take(record);
    this.events.onAnswers();
    if (this.unsentCount > 0) this.events.onEntry();
  }

  answers(): Record<string, string> {
    return Object.fromEntries([...this.#held].map(([id, held]) => [id, held.answer]));
  }

  /** Keeps what was typed; false if the answer is over the limit, and then nothing changes. */
  edit(question_id: string, text: string): boolean {
    return this.choose(question_id, cleanAnswer(text));
  }

  /** As `edit`, for an answer that must stay letter by letter what the test offered. */
  choose(question_id: string, answer: string): boolean {
    if (!fitsAnswer(answer)) return false;
    const held = this.#held.get(question_id);
    if ((held?.answer ?? "") === answer) return true;
    const before = held ?? { seq: 0, acked_seq: 0 };
    this.#held.set(question_id, { ...before, answer, unnumbered: true, unwritten: true });
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

  /** What has a seq and no confirmation, in the order of edits; of each question the newest text alone. */
  unsent(): Entry[] {
    return this.#entries((held) => !held.unnumbered && isUnsent(held));
  }

  /** Every answer with its seq, for the submit. */
  all(): Entry[] {
    return this.#entries((held) => held.seq > 0);
  }

  /** Resolves once every edit made so far is in the store. Never, where the store hangs. */
  async settled(): Promise<void> {
    while (this.#writing) await this.#writing;
  }

  /** Resolves soon, and then every edit made so far has its seq: the store's, or one given here where that is slow. */
  async numbered(): Promise<void> {
    if (!this.#stalled && this.unnumbered) await orUndefined(this.settled(), STORE_GRACE);
    this.#number();
  }

  /**
   * What is unsent, without waiting for the store: for a page that is going away. What the store may not get in time is
   * put where it can be kept at once.
   */
  leave(): Entry[] {
    this.#number();
    this.#stash();
    return this.unsent();
  }

  /** Notes the server's confirmations; an entry that was overtaken by another writer is numbered anew. */
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
    const records = this.#stalled ? undefined : await orUndefined(noting, STORE_GRACE);
    const stored = new Map(records?.map((record) => [record.question_id, record]));
    for (const entry of sent) {
      const held = this.#held.get(entry.question_id);
      const seq = acked.get(entry.question_id);
      if (!held || seq === undefined) continue;
      const newest = stored.get(entry.question_id);
      if (newest && newest.seq > held.seq) this.#take(newest);
      else if (seq > entry.seq && held.seq === entry.seq && overtaken === "keep") {
        // The server holds something that no tab of this browser wrote: what the candidate sees must win.
        held.unnumbered = true;
        held.unwritten = true;
      }
    }
    this.#channel.post({ type: "acked", acks, at });
    this.events.onChange();
    this.#write();
    if (this.unnumbered) this.events.onEntry();
  }

  tell(message: TabMessage) {
    if (!this.#closed) this.#channel.post(message);
  }

  /** Forgets the attempt on this computer: after the submit, when the server has everything. */
  async clear(): Promise<void> {
    await orUndefined(this.settled(), STORE_GRACE);
    this.#held.clear();
    this.#attempt = undefined;
    unstash(this.token);
    forgetKey(this.token);
    await orUndefined(
      this.#safely((store) => store.clear()),
      STEP_LIMIT,
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
      .map(([question_id, { answer, seq }]) => ({ question_id, answer, seq }))
      .sort((a, b) => a.seq - b.seq);
  }

  /** Gives a seq to every text that the store has not numbered. */
  #number() {
    for (const [question_id, held] of this.#held) {
      if (!held.unnumbered) continue;
      const seq = this.#floor + stepWithoutStore();
      this.#raise(seq + 1);
      this.#held.set(question_id, { ...held, seq, unnumbered: false });
      this.tell({ type: "edit", entry: { question_id, answer: held.answer, seq } });
    }
  }

  #stash() {
    stash(
      this.token,
      this.#entries((held) => held.unwritten || (!this.durable && isUnsent(held))),
    );
  }

  /** What hangs in the store would be gone after a crash of the page. */
  #stashSoon() {
    this.#stashing ??= setTimeout(() => {
      this.#stashing = undefined;
      if (this.#closed || !this.#stalled) return;
      this.#number();
      this.#stash();
    }, STASH_AFTER);
  }

  #takeStashed() {
    for (const { question_id, answer, seq } of unstash(this.token)) {
      const held = this.#held.get(question_id) ?? { seq: 0, acked_seq: 0 };
      this.#raise(seq + 1);
      if (seq <= held.seq) continue;
      this.#held.set(question_id, { ...held, answer, seq, unnumbered: false, unwritten: true });
    }
    this.#write();
  }

  #raise(floor: number) {
    this.#floor = Math.max(this.#floor, floor);
  }

  /** Adopts a record of the store, the server or another tab, unless what is here is newer. */
  #take(record: Pick<AnswerRecord, "question_id" | "answer" | "seq" | "acked_seq">) {
    const { question_id, answer, seq } = record;
    const held = this.#held.get(question_id);
    this.#raise(seq + 1);
    const acked_seq = Math.max(record.acked_seq, held?.acked_seq ?? 0);
    if (held && (held.unnumbered || held.seq > seq)) held.acked_seq = acked_seq;
    else this.#held.set(question_id, { answer, seq, acked_seq, unnumbered: false, unwritten: false });
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
      const slow = setTimeout(() => this.#stall(true), STALLED_AFTER);
      const [question_id, { answer, seq, acked_seq, unnumbered }] = next;
      try {
        if (unnumbered) {
          this.#appended(
            question_id,
            answer,
            await this.#safely((store) => store.append(question_id, answer, this.#floor)),
          );
        } else {
          const entry = { question_id, answer, seq };
          this.#kept(entry, await this.#safely((store) => store.keep(entry, acked_seq)));
        }
      } finally {
        clearTimeout(slow);
        this.#stall(false);
      }
    }
  }

  /** The store holds this text under the seq that it gave; meanwhile there may be another text here, or another seq. */
  #appended(question_id: string, answer: string, seq: number) {
    this.#raise(seq + 1);
    const held = this.#held.get(question_id);
    if (!held) return;
    const waited = held.unnumbered;
    if (seq <= held.seq) held.unwritten = true;
    else if (held.answer !== answer) {
      // Newer than what was just written, so it must come above it, whatever seq it has.
      held.unnumbered = true;
      held.unwritten = true;
    } else {
      this.#held.set(question_id, { ...held, seq, unnumbered: false, unwritten: false });
      this.tell({ type: "edit", entry: { question_id, answer, seq } });
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

  /** A step that something waits for: a store that does not answer in time counts as one that refuses. */
  #inTime<T>(step: (store: JournalStore) => Promise<T>): Promise<T> {
    return this.#safely((store) => withTimeout(step(store), STEP_LIMIT));
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
    const attempt = (await orUndefined(broken.loadAttempt(), STORE_GRACE)) ?? this.#attempt;
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
