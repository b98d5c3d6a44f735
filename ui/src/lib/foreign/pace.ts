/** Repairs of one element that are made at once, within a span of time in ms; further ones wait. */
const BURST = 5;
const SPAN_MS = 2_000;
const WAIT_MS = 1_000;

/** Others may undo each repair at once: the page stays quick, and keeps repairing, slowly. */
export class Pace {
  readonly #made = new WeakMap<Node, number[]>();
  readonly #waiting = new Set<Node>();

  /** `later` runs instead of `now` where too much was repaired of late. */
  run(node: Node, now: () => void, later: () => void): void {
    if (this.#waiting.has(node)) return;
    const at = performance.now();
    const recent = (this.#made.get(node) ?? []).filter((one) => at - one < SPAN_MS);
    if (recent.length < BURST) {
      this.#made.set(node, [...recent, at]);
      now();
      return;
    }
    this.#waiting.add(node);
    setTimeout(() => {
      this.#waiting.delete(node);
      later();
    }, WAIT_MS);
  }
}
