import { forgetKey, rememberedKey, rememberKey } from "./key";
import { applyAck, keepNumbered, mergeSaved } from "./merge";
import type { Ack, AnswerRecord, AttemptPatch, AttemptRecord, Entry, JournalStore } from "./types";

/** Keeps an attempt while the page is open: for browsers that refuse storage. */
export class MemoryStore implements JournalStore {
  readonly durable = false;
  readonly #answers = new Map<string, AnswerRecord>();
  #attempt: AttemptRecord | undefined;

  constructor(
    private readonly token: string,
    attempt?: AttemptRecord,
    answers: AnswerRecord[] = [],
    /** Step between seqs: other tabs have separate memory stores. */
    private readonly step: () => number = () => 1,
  ) {
    this.#attempt = attempt;
    for (const record of answers) this.#answers.set(record.question_id, record);
  }

  async loadAttempt() {
    const attempt_key = rememberedKey(this.token);
    if (attempt_key) this.#attempt ??= this.#begin(attempt_key);
    return this.#attempt;
  }

  async loadAnswers() {
    return [...this.#answers.values()];
  }

  async ensureKey(make: () => string) {
    this.#attempt ??= this.#begin(rememberedKey(this.token) ?? make());
    rememberKey(this.token, this.#attempt.attempt_key);
    return this.#attempt.attempt_key;
  }

  async updateAttempt(patch: AttemptPatch) {
    if (this.#attempt) this.#attempt = { ...this.#attempt, ...patch };
  }

  async append(edit: Omit<Entry, "seq">, floor: number) {
    const seq = Math.max(floor, this.#attempt?.next_seq ?? 1) + this.step() - 1;
    await this.keep({ ...edit, seq }, 0);
    return seq;
  }

  async keep(entry: Entry, acked_seq: number) {
    const record = keepNumbered(this.token, this.#answers.get(entry.question_id), entry, acked_seq);
    this.#answers.set(entry.question_id, record);
    this.#raise(record.seq + 1);
    return record;
  }

  async acknowledge(acks: Ack[]) {
    const touched: AnswerRecord[] = [];
    for (const ack of acks) {
      const record = this.#answers.get(ack.question_id);
      if (!record) continue;
      const after = applyAck(record, ack);
      this.#answers.set(ack.question_id, after);
      touched.push(after);
    }
    return touched;
  }

  async merge(saved: Entry[], next_seq: number) {
    for (const entry of saved) {
      const local = this.#answers.get(entry.question_id);
      this.#answers.set(entry.question_id, mergeSaved(this.token, local, entry));
    }
    this.#raise(next_seq);
    return [...this.#answers.values()];
  }

  async clear() {
    this.#answers.clear();
    this.#attempt = undefined;
    forgetKey(this.token);
  }

  close() {}

  #begin(attempt_key: string): AttemptRecord {
    return { token: this.token, attempt_key, next_seq: 1, marked: [], position: 0 };
  }

  #raise(next_seq: number) {
    if (!this.#attempt) return;
    this.#attempt = { ...this.#attempt, next_seq: Math.max(this.#attempt.next_seq, next_seq) };
  }
}
