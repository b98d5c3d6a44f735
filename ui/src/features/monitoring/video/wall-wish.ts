/** What a wall shows: the candidates of one page, and who of them is large and heard. */
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
 * One change of a wall at a time: while one is under way, later wishes replace each other, and only
 * the last one is carried out. The order of candidates is the page's own business and asks for nothing.
 */
export class Wishes {
  #wanted: Wish = EMPTY;
  #applied: Wish | null = null;
  #under: Wish | null = null;

  want(wish: Wish): void {
    this.#wanted = wish;
  }

  /** The change to be made now; null when there is none, or one is under way. */
  next(): Wish | null {
    if (this.#under || (this.#applied && same(this.#applied, this.#wanted))) return null;
    this.#under = this.#wanted;
    return this.#under;
  }

  done(): void {
    this.#applied = this.#under;
    this.#under = null;
  }

  /** It was not carried out: it is due again. */
  failed(): void {
    this.#under = null;
  }

  /** What is wanted is said once more, even if nothing changed. */
  repeat(): void {
    this.#applied = null;
  }

  /** A new connection shows nothing yet. */
  reset(): void {
    this.#applied = null;
    this.#under = null;
  }
}
