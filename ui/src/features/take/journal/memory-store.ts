import { applyAck, mergeSaved } from "./merge";
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
  ) {
    this.#attempt = attempt;
    for (const record of answers) this.#answers.set(record.question_id, record);
  }

  async loadAttempt() {
    return this.#attempt;
  }

  async loadAnswers() {
    return [...this.#answers.values()];
  }

  async ensureKey(make: () => string) {
    this.#attempt ??= {
      token: this.token,
      attempt_key: rememberKey(this.token, make),
      next_seq: 1,
      marked: [],
      position: 0,
    };
    return this.#attempt.attempt_key;
  }

  async updateAttempt(patch: AttemptPatch) {
    if (this.#attempt) this.#attempt = { ...this.#attempt, ...patch };
  }

  async append(question_id: string, answer: string, floor: number) {
    const seq = Math.max(floor, this.#attempt?.next_seq ?? 1);
    if (this.#attempt) this.#attempt = { ...this.#attempt, next_seq: seq + 1 };
    const acked_seq = this.#answers.get(question_id)?.acked_seq ?? 0;
    this.#answers.set(question_id, {
      token: this.token,
      question_id,
      answer,
      seq,
      acked_seq,
      edited_at: Date.now(),
    });
    return seq;
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
    if (this.#attempt) {
      this.#attempt = { ...this.#attempt, next_seq: Math.max(this.#attempt.next_seq, next_seq) };
    }
    return [...this.#answers.values()];
  }

  async clear() {
    this.#answers.clear();
    this.#attempt = undefined;
    forgetKey(this.token);
  }

  close() {}
}

const slot = (token: string) => `invigil_attempt_key:${token}`;

// A reload would otherwise lock the candidate out: sessionStorage often works where IndexedDB does not.
function rememberKey(token: string, make: () => string): string {
  try {
    const known = sessionStorage.getItem(slot(token));
    if (known) return known;
    const key = make();
    sessionStorage.setItem(slot(token), key);
    return key;
  } catch {
    return make();
  }
}

function forgetKey(token: string) {
  try {
    sessionStorage.removeItem(slot(token));
  } catch {
    // Nothing was kept where nothing can be removed.
  }
}
