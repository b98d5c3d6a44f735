import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { withTimeout } from "@/lib/timeout";
import { applyAck, keepNumbered, mergeSaved } from "./merge";
import type { Ack, AnswerRecord, AttemptPatch, AttemptRecord, Entry, JournalStore } from "./types";

interface Schema extends DBSchema {
  attempts: { key: string; value: AttemptRecord };
  answers: { key: [string, string]; value: AnswerRecord };
}

const DATABASE = "invigil-journal";
const VERSION = 1;
/** Some browsers neither open nor refuse a corrupt database: timeout in ms after which it counts as refused. */
const OPEN_TIMEOUT_MS = 4_000;

/** The journal in IndexedDB. Every step on which tabs could race is one read-write transaction. */
export class IdbStore implements JournalStore {
  readonly durable = true;

  private constructor(
    private readonly token: string,
    private readonly db: IDBPDatabase<Schema>,
  ) {}

  static async open(token: string, timeout = OPEN_TIMEOUT_MS): Promise<IdbStore> {
    const opening = openDB<Schema>(DATABASE, VERSION, {
      upgrade(db) {
        db.createObjectStore("attempts", { keyPath: "token" });
        db.createObjectStore("answers", { keyPath: ["token", "question_id"] });
      },
      blocking(_current, _blocked, event) {
        (event.target as IDBDatabase).close();
      },
    });
    try {
      return new IdbStore(token, await withTimeout(opening, timeout));
    } catch (error) {
      void opening.then((db) => db.close()).catch(() => undefined);
      throw error;
    }
  }

  loadAttempt() {
    return this.db.get("attempts", this.token);
  }

  /** Attempts of other links in this browser. */
  async others(): Promise<AttemptRecord[]> {
    return (await this.db.getAll("attempts")).filter(({ token }) => token !== this.token);
  }

  loadAnswers() {
    return this.db.getAll("answers", this.#range());
  }

  async ensureKey(make: () => string) {
    const tx = this.db.transaction("attempts", "readwrite");
    const known = await tx.store.get(this.token);
    const attempt_key = known?.attempt_key ?? make();
    if (!known) {
      await tx.store.put({ token: this.token, attempt_key, next_seq: 1, marked: [], position: 0 });
    }
    await tx.done;
    return attempt_key;
  }

  async updateAttempt(patch: AttemptPatch) {
    const tx = this.db.transaction("attempts", "readwrite");
    const known = await tx.store.get(this.token);
    if (known) await tx.store.put({ ...known, ...patch });
    await tx.done;
  }

  async append(edit: Omit<Entry, "seq">, floor: number) {
    const { seq } = await this.#write(edit.question_id, 0, (next_seq) => ({
      ...edit,
      seq: Math.max(floor, next_seq),
    }));
    return seq;
  }

  keep(entry: Entry, acked_seq: number) {
    return this.#write(entry.question_id, acked_seq, () => entry);
  }

  async acknowledge(acks: Ack[]) {
    const tx = this.db.transaction("answers", "readwrite");
    const touched: AnswerRecord[] = [];
    for (const ack of acks) {
      const record = await tx.store.get([this.token, ack.question_id]);
      if (!record) continue;
      const after = applyAck(record, ack);
      await tx.store.put(after);
      touched.push(after);
    }
    await tx.done;
    return touched;
  }

  async merge(saved: Entry[], next_seq: number) {
    const tx = this.db.transaction(["attempts", "answers"], "readwrite");
    const attempts = tx.objectStore("attempts");
    const answers = tx.objectStore("answers");
    const attempt = await attempts.get(this.token);
    if (attempt) {
      await attempts.put({ ...attempt, next_seq: Math.max(attempt.next_seq, next_seq) });
    }
    for (const entry of saved) {
      const local = await answers.get([this.token, entry.question_id]);
      await answers.put(mergeSaved(this.token, local, entry));
    }
    const all = await answers.getAll(this.#range());
    await tx.done;
    return all;
  }

  async clear() {
    const tx = this.db.transaction(["attempts", "answers"], "readwrite");
    await Promise.all([
      tx.objectStore("attempts").delete(this.token),
      tx.objectStore("answers").delete(this.#range()),
      tx.done,
    ]);
  }

  close() {
    this.db.close();
  }

  async #write(question_id: string, acked_seq: number, entry: (next_seq: number) => Entry) {
    const tx = this.db.transaction(["attempts", "answers"], "readwrite");
    const attempts = tx.objectStore("attempts");
    const answers = tx.objectStore("answers");
    const attempt = await attempts.get(this.token);
    // Another tab submitted and cleared the journal: nothing may be written to a finished attempt.
    if (!attempt) throw new Error("the attempt is no longer kept in this browser");
    const before = await answers.get([this.token, question_id]);
    const record = keepNumbered(this.token, before, entry(attempt.next_seq), acked_seq);
    await Promise.all([
      attempts.put({ ...attempt, next_seq: Math.max(attempt.next_seq, record.seq + 1) }),
      answers.put(record),
      tx.done,
    ]);
    return record;
  }

  #range() {
    return IDBKeyRange.bound([this.token], [this.token, []]);
  }
}
