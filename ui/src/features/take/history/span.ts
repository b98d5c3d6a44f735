import type { HeldText } from "../journal/types";
import { applied, joined } from "./change";
import { decode, encode, type Step } from "./codec";

/**
 * The steps of one answer that the server does not have. They count from the entry `base`, the last one that the server
 * confirmed; without it they cannot be sent, and the server keeps the next text whole.
 */
export class Span {
  #base: number | undefined;
  #steps: Step[] = [];
  /** Number of steps before those in `#steps`. */
  #gone = 0;
  /** Steps up to here may be part of a numbered entry: nothing is added to them. */
  #sealed = 0;
  /** Number of steps that lead to the text of an entry. */
  readonly #marks = new Map<number, number>();

  private constructor(public text: string) {}

  /** Goes on from a text of which this page knows no steps. */
  static from({ answer, seq, acked_seq, unnumbered, edits }: HeldText): Span {
    const span = new Span(answer);
    if (unnumbered || acked_seq > seq) return span;
    if (acked_seq === seq) {
      span.#base = seq;
      return span;
    }
    const known = edits === undefined ? undefined : decode(edits);
    if (known && known.base >= acked_seq) {
      span.#base = known.base;
      span.#steps = known.steps;
    }
    span.mark(seq, span.end());
    return span;
  }

  end(): number {
    return this.#gone + this.#steps.length;
  }

  get lastTick(): number {
    return this.#steps.at(-1)?.tick ?? 0;
  }

  add(step: Step): void {
    this.text = applied(this.text, step);
    const last = this.#steps.at(-1);
    const open = last && this.end() > this.#sealed;
    const one = open && last.tick === step.tick && last.source === step.source && joined(last, step);
    if (one) this.#steps[this.#steps.length - 1] = { ...last, ...one };
    else this.#steps.push(step);
  }

  /** The text after the first `end` steps has the number `seq`. */
  mark(seq: number, end: number): void {
    this.#marks.set(seq, end);
    this.#sealed = Math.max(this.#sealed, end);
  }

  /** Forgets the steps that the server has. */
  confirm(acked_seq: number): void {
    if (acked_seq === 0 || acked_seq <= (this.#base ?? 0)) return;
    const end = this.#marks.get(acked_seq) ?? -1;
    // A text from elsewhere, or steps that were dropped: these do not start from it.
    this.#base = end >= this.#gone ? acked_seq : undefined;
    if (this.#base === undefined) return;
    this.#steps.splice(0, end - this.#gone);
    this.#gone = end;
    for (const seq of this.#marks.keys()) if (seq <= acked_seq) this.#marks.delete(seq);
  }

  /** All steps for an entry with this text. */
  encoded(): string | undefined {
    this.#sealed = this.end();
    if (this.#base === undefined || this.#steps.length === 0) return undefined;
    const edits = encode({ base: this.#base, steps: this.#steps });
    if (edits === undefined) this.#drop();
    return edits;
  }

  /** More than fits: the server keeps the text whole, and later steps start from that. */
  #drop(): void {
    this.#gone = this.end();
    this.#steps = [];
    this.#base = undefined;
  }
}
