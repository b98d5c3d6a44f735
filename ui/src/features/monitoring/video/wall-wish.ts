/** Desired state of a wall: the candidates of one page, and the focused one, which is large and audible. */
export interface Wish {
  invite_ids: string[];
  focus: string | null;
}

export const EMPTY: Wish = { invite_ids: [], focus: null };

const same = (a: Wish, b: Wish) =>
  a.focus === b.focus &&
  a.invite_ids.length === b.invite_ids.length &&
  [...a.invite_ids].sort().join() === [...b.invite_ids].sort().join();

/**
 * One change of a wall at a time: while one is in flight, later ones replace each other, and only
 * the last one is applied. The order of candidates is local to the page and sends nothing.
 */
export class Wishes {
  #wanted: Wish = EMPTY;
  #applied: Wish | null = null;
  #under: Wish | null = null;

  want(wish: Wish): void {
    this.#wanted = wish;
  }

  /** The change to send now; null when there is none, or one is in flight. */
  next(): Wish | null {
    if (this.#under || (this.#applied && same(this.#applied, this.#wanted))) return null;
    this.#under = this.#wanted;
    return this.#under;
  }

  done(): void {
    this.#applied = this.#under;
    this.#under = null;
  }

  /** The change failed: it is due again. */
  failed(): void {
    this.#under = null;
  }

  /** Resends the desired state, even if unchanged. */
  repeat(): void {
    this.#applied = null;
  }

  /** A new connection shows nothing yet. */
  reset(): void {
    this.#applied = null;
    this.#under = null;
  }
}
