import type { Picture } from "./facts";

/** Interval in ms between two checks of the camera's picture. */
export const LOOK_MS = 2_000;
/** Width and height of what is looked at, in pixels: enough to see the noise of a sensor, and cheap. */
export const SAMPLE = { width: 64, height: 48 };
/** A picture that is black for this long in ms is one: a hand passes by. */
const BLACK_MS = 4_000;
/** A sensor's noise changes some pixel in every frame: an equal picture for this long in ms is frozen. */
const FROZEN_MS = 12_000;
/** Mean brightness of a covered lens, and the brightness that 99 % of its pixels stay under (0 to 255): it amplifies noise. */
const BLACK_MEAN = 16;
const BLACK_MOST = 44;
const BRIGHT_SHARE = 0.01;

const brightness = (rgba: Uint8ClampedArray, at: number) =>
  0.299 * (rgba[at] ?? 0) + 0.587 * (rgba[at + 1] ?? 0) + 0.114 * (rgba[at + 2] ?? 0);

export function isBlack(rgba: Uint8ClampedArray): boolean {
  const pixels = rgba.length / 4;
  let [sum, bright] = [0, 0];
  for (let at = 0; at < rgba.length; at += 4) {
    const light = brightness(rgba, at);
    sum += light;
    if (light > BLACK_MOST) bright++;
  }
  return pixels > 0 && sum / pixels <= BLACK_MEAN && bright <= pixels * BRIGHT_SHARE;
}

const equal = (a: Uint8ClampedArray, b: Uint8ClampedArray) =>
  a.length === b.length && a.every((value, at) => value === b[at]);

type Verdict = Exclude<Picture, "muted">;

/** Judges a camera by samples of its picture: black and frozen take a while to be one, a good picture counts at once. */
export class PictureJudge {
  #last: { rgba: Uint8ClampedArray; since: number } | undefined;
  #blackSince: number | undefined;
  #emptySince: number | undefined;

  /** `undefined`: not sure yet, what held before holds on. */
  look(rgba: Uint8ClampedArray | undefined, now: number): Verdict | undefined {
    if (!rgba) {
      // Not one frame has come.
      this.#emptySince ??= now;
      return now - this.#emptySince >= FROZEN_MS ? "frozen" : undefined;
    }
    const isSame = this.#last !== undefined && equal(this.#last.rgba, rgba);
    if (!isSame) this.#last = { rgba, since: now };
    if (isBlack(rgba)) {
      this.#blackSince ??= now;
      return now - this.#blackSince >= BLACK_MS ? "black" : undefined;
    }
    this.#blackSince = undefined;
    if (!isSame) return "good";
    return now - (this.#last?.since ?? now) >= FROZEN_MS ? "frozen" : undefined;
  }

  /** Looks were missed: what was seen before proves nothing about the time since. */
  forget(): void {
    this.#last = undefined;
    this.#blackSince = undefined;
    this.#emptySince = undefined;
  }
}
