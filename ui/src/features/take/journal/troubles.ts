import { retryWait } from "@/lib/backoff";
import type { Ack, Entry } from "./types";

/** Tries of one text, each in both forms, after which a test may end without it. */
const HOPELESS_AFTER = 4;

/** The server's code, and its words. */
export interface Refusal {
  code: string | undefined;
  detail: string;
}

export interface Trouble {
  seq: number;
  failures: number;
  /** No try before, in ms by the clock of the loop. */
  retryAt: number;
  /** It is this text that does not get through: others do, or an intermediary refuses it. */
  blocked: boolean;
  /** The server's own refusal of this entry, which is final. */
  refusal?: Refusal | undefined;
}

/** The texts that did not get through, by question. */
export class Troubles {
  readonly #all = new Map<string, Trouble>();

  /** Trouble with this question; a new text is tried again at once, and on its own. */
  of({ question_id, seq }: Entry): Trouble | undefined {
    const known = this.#all.get(question_id);
    if (!known || known.seq === seq) return known;
    return { ...known, seq, retryAt: 0, refusal: undefined };
  }

  forget(acks: Ack[]) {
    for (const { question_id, seq } of acks) {
      const known = this.#all.get(question_id);
      if (known && known.seq <= seq) this.#all.delete(question_id);
    }
  }

  /** Returns true if it should be found out whether the server is there without this text. */
  fail(entries: Entry[], now: number, by: { retryAfter: number | undefined; blocked: boolean }): boolean {
    let asksForProbe = false;
    for (const entry of entries) {
      const known = this.of(entry);
      const failures = (known?.failures ?? 0) + 1;
      const retryAt = now + retryWait(failures, by.retryAfter);
      const wasBlocked = known?.blocked ?? false;
      // A few times, and then rarely: calls of a page without a network are for its texts.
      asksForProbe = entries.length === 1 && (wasBlocked || failures === 2 || failures % 8 === 0);
      this.#all.set(entry.question_id, {
        seq: entry.seq,
        failures,
        retryAt,
        blocked: by.blocked || wasBlocked,
      });
    }
    return asksForProbe;
  }

  refuse({ question_id, seq }: Entry, refusal: Refusal) {
    this.#all.set(question_id, { seq, failures: 0, retryAt: 0, blocked: false, refusal });
  }

  block(entries: Entry[], blocked: boolean) {
    for (const { question_id } of entries) {
      const known = this.#all.get(question_id);
      if (known) known.blocked = blocked;
    }
  }

  retryNow() {
    for (const trouble of this.#all.values()) trouble.retryAt = 0;
  }

  /** Those that failed least come first: each gets its turn, although a try ends at the first failure. */
  inOrder(entries: Entry[]): Entry[] {
    const failures = (entry: Entry) => this.of(entry)?.failures ?? 0;
    return [...entries].sort((a, b) => failures(a) - failures(b));
  }

  isHopeless(entry: Entry): boolean {
    return (this.of(entry)?.failures ?? 0) >= HOPELESS_AFTER;
  }

  among(entries: Entry[]) {
    const refused: { question_id: string; refusal: Refusal }[] = [];
    const blocked: string[] = [];
    for (const entry of entries) {
      const trouble = this.of(entry);
      const { question_id } = entry;
      if (trouble?.refusal !== undefined) refused.push({ question_id, refusal: trouble.refusal });
      else if (trouble?.blocked) blocked.push(question_id);
    }
    return { refused, blocked };
  }
}
