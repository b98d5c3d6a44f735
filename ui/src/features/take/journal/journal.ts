import { openChannel, type TabChannel, type TabMessage } from "./channel";
import { MemoryStore } from "./memory-store";
import { isUnsent } from "./merge";
import { stash, unstash } from "./stash";
import { cleanAnswer, fitsAnswer } from "./text";
import type { Ack, AnswerRecord, AttemptPatch, AttemptRecord, Entry, JournalStore } from "./types";

/** How far ahead an edit is numbered when the store cannot be asked; gaps mean nothing to the server. */
const LEAVE_GAP = 1_000;

interface Held {
  answer: string;
  seq: number;
  acked_seq: number;
  /** Typed, but not yet given a seq by the store. */
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
 * The answers of one attempt. An edit is in memory at once, in the store as soon as the store
 * takes it, and stays unsent until the server confirms a seq of its question that is not smaller.
 */
export class AnswerJournal {
  readonly #held = new Map<string, Held>();
  readonly #channel: TabChannel;
  #writing: Promise<void> | undefined;
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
    return this.store.durable;
  }

  async load(): Promise<AttemptRecord | undefined> {
    const attempt = await this.#safely((store) => store.loadAttempt());
    for (const record of await this.#safely((store) => store.loadAnswers())) this.#take(record);
    this.#raise(attempt?.next_seq ?? 1);
    if (attempt || !this.durable) this.#takeStashed();
    this.tell({ type: "opened" });
    return attempt;
  }

  /** Looks for answers of other tabs in the store: a tab that closes may not get to tell of its last one. */
  async refresh(): Promise<void> {
    const before = [...this.#held.values()].map((held) => held.seq).join();
    for (const record of await this.#safely((store) => store.loadAnswers())) this.#take(record);
    if ([...this.#held.values()].map((held) => held.seq).join() !== before) this.events.onAnswers();
  }

  ensureKey(make: () => string): Promise<string> {
    return this.#safely((store) => store.ensureKey(make));
  }

  updateAttempt(patch: AttemptPatch): Promise<void> {
    return this.#safely((store) => store.updateAttempt(patch));
  }

  /** Takes the answers that the server holds; newer ones of this browser stay and stay unsent. */
  async merge(saved: Entry[], next_seq: number): Promise<void> {
    this.#raise(next_seq);
    const records = await this.#safely((store) => store.merge(saved, next_seq));
    for (const record of records) this.#take(record);
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
    this.#held.set(question_id, { ...before, answer, unwritten: true });
    this.events.onAnswers();
    this.#write();
    return true;
  }

  get unsentCount(): number {
    let count = 0;
    for (const held of this.#held.values()) if (held.unwritten || isUnsent(held)) count++;
    return count;
  }

  /** What has a seq and no confirmation, in the order of edits. */
  unsent(): Entry[] {
    return this.#entries((held) => !held.unwritten && isUnsent(held));
  }

  /** Every answer with its seq, for the submit. */
  all(): Entry[] {
    return this.#entries((held) => held.seq > 0);
  }

  /** Resolves once every edit made so far has its seq. */
  async settled(): Promise<void> {
    while (this.#writing) await this.#writing;
  }

  /**
   * What is unsent, without waiting for the store: for a page that is going away. An edit that
   * the store has not numbered gets a number here, and later ones are kept above it. What the store
   * may not get in time is put where it can be kept at once.
   */
  leave(): Entry[] {
    for (const [question_id, held] of this.#held) {
      if (!held.unwritten) continue;
      // The store may be giving the next numbers to an older text of this question, or to another tab.
      const seq = this.#floor + LEAVE_GAP;
      this.#raise(seq + 1);
      this.#held.set(question_id, { ...held, seq, unwritten: true });
    }
    stash(
      this.token,
      this.#entries((held) => held.unwritten || (!this.durable && isUnsent(held))),
    );
    return this.#entries((held) => held.unwritten || isUnsent(held));
  }

  /** Notes the server's confirmations; an entry that was overtaken by another writer is numbered anew. */
  async acknowledge(
    acks: Ack[],
    sent: Entry[],
    at: string,
    overtaken: "keep" | "drop" = "keep",
  ): Promise<void> {
    for (const ack of acks) this.#raise(ack.seq + 1);
    const records = await this.#safely((store) => store.acknowledge(acks));
    const stored = new Map(records.map((record) => [record.question_id, record]));
    const acked = new Map(acks.map((ack) => [ack.question_id, ack.seq]));
    for (const entry of sent) {
      const held = this.#held.get(entry.question_id);
      const seq = acked.get(entry.question_id);
      if (!held || seq === undefined) continue;
      held.acked_seq = Math.max(held.acked_seq, seq);
      const newest = stored.get(entry.question_id);
      if (newest && newest.seq > held.seq) this.#take(newest);
      else if (seq > entry.seq && held.seq === entry.seq && overtaken === "keep") {
        // The server holds something that no tab of this browser wrote: what the candidate sees must win.
        held.unwritten = true;
      }
    }
    this.#channel.post({ type: "acked", acks, at });
    this.events.onChange();
    this.#write();
  }

  tell(message: TabMessage) {
    if (!this.#closed) this.#channel.post(message);
  }

  /** Forgets the attempt on this computer: after the submit, when the server has everything. */
  async clear(): Promise<void> {
    await this.settled();
    this.#held.clear();
    unstash(this.token);
    await this.#safely((store) => store.clear());
  }

  close() {
    this.#closed = true;
    this.#channel.close();
    this.store.close();
  }

  #entries(wanted: (held: Held) => boolean): Entry[] {
    return [...this.#held]
      .filter(([, held]) => wanted(held))
      .map(([question_id, { answer, seq }]) => ({ question_id, answer, seq }))
      .sort((a, b) => a.seq - b.seq);
  }

  #takeStashed() {
    for (const { question_id, answer, seq } of unstash(this.token)) {
      const held = this.#held.get(question_id) ?? { seq: 0, acked_seq: 0 };
      this.#raise(seq + 1);
      if (seq > held.seq) this.#held.set(question_id, { ...held, answer, unwritten: true });
    }
    this.#write();
  }

  #raise(floor: number) {
    this.#floor = Math.max(this.#floor, floor);
  }

  /** Adopts a stored record, unless a text that was typed here is waiting to be written over it. */
  #take(record: Pick<AnswerRecord, "question_id" | "answer" | "seq" | "acked_seq">) {
    const held = this.#held.get(record.question_id);
    this.#raise(record.seq + 1);
    if (held?.unwritten) {
      held.acked_seq = Math.max(held.acked_seq, record.acked_seq);
      return;
    }
    if (held && held.seq > record.seq) return;
    const { answer, seq, acked_seq } = record;
    const acked = Math.max(acked_seq, held?.acked_seq ?? 0);
    this.#held.set(record.question_id, { answer, seq, acked_seq: acked, unwritten: false });
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
      const [question_id, { answer }] = next;
      const seq = await this.#safely((store) => store.append(question_id, answer, this.#floor));
      this.#raise(seq + 1);
      const held = this.#held.get(question_id);
      if (!held) continue;
      const same = held.answer === answer;
      this.#held.set(question_id, { ...held, seq: same ? seq : held.seq, unwritten: !same });
      if (!same) continue;
      this.tell({ type: "edit", entry: { question_id, answer, seq } });
      this.events.onEntry();
      this.events.onChange();
    }
  }

  #nextUnwritten() {
    if (this.#closed) return undefined;
    return [...this.#held].find(([, held]) => held.unwritten);
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
    const attempt = await broken.loadAttempt().catch(() => undefined);
    const records = [...this.#held].map(([question_id, held]) => ({
      token: this.token,
      question_id,
      answer: held.answer,
      seq: held.seq,
      acked_seq: held.acked_seq,
      edited_at: Date.now(),
    }));
    this.store = new MemoryStore(this.token, attempt, records);
    this.events.onChange();
  }
}
