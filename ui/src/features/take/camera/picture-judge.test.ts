import { describe, expect, it } from "vitest";
import { isBlack, LOOK_MS, PictureJudge, SAMPLE } from "./picture-judge";

const PIXELS = SAMPLE.width * SAMPLE.height;

/** A picture by the brightness of each pixel. */
function picture(light: (at: number) => number): Uint8ClampedArray {
  const rgba = new Uint8ClampedArray(PIXELS * 4);
  for (let at = 0; at < PIXELS; at++) rgba.set([light(at), light(at), light(at), 255], at * 4);
  return rgba;
}

let seed = 1;
/** Noise of a sensor, up to `most`. */
function noise(most: number): number {
  seed = (seed * 48_271) % 2_147_483_647;
  return (seed / 2_147_483_647) * most;
}

const face = () => picture((at) => (at % 64 > 20 && at % 64 < 40 ? 120 : 30) + noise(4));
const covered = () => picture(() => noise(20));
const still = face();

/** The verdicts of a series of looks, until the last that is sure. */
function judged(frames: (() => Uint8ClampedArray)[]): string | undefined {
  const judge = new PictureJudge();
  let verdict: string | undefined;
  frames.forEach((frame, at) => {
    verdict = judge.look(frame(), at * LOOK_MS) ?? verdict;
  });
  return verdict;
}
const times = (count: number, frame: () => Uint8ClampedArray) => Array.from({ length: count }, () => frame);

describe("the picture of a camera", () => {
  it("is black under a lid, with the noise that it amplifies", () => {
    expect(isBlack(covered())).toBe(true);
    expect(isBlack(picture(() => 0))).toBe(true);
    expect(judged([face, ...times(3, covered)])).toBe("black");
  });

  it("is not black at night, with a face lit by the screen", () => {
    expect(isBlack(picture((at) => (at % 64 > 25 && at % 64 < 35 ? 70 : 4) + noise(6)))).toBe(false);
  });

  it("is not black for a hand that passes", () => {
    expect(judged([face, covered, covered, face, covered, covered, face])).toBe("good");
  });

  it("is frozen when not one pixel changes for twelve seconds, and not before", () => {
    expect(judged([face, ...times(6, () => still)])).toBe("good");
    expect(judged([face, ...times(7, () => still)])).toBe("frozen");
  });

  it("is frozen without a first frame", () => {
    const judge = new PictureJudge();
    expect(judge.look(undefined, 0)).toBeUndefined();
    expect(judge.look(undefined, 12_000)).toBe("frozen");
    expect(judge.look(face(), 14_000)).toBe("good");
  });

  it("lives on as soon as it changes", () => {
    expect(judged([...times(9, () => still), face])).toBe("good");
    expect(judged([...times(4, covered), face])).toBe("good");
  });

  it("proves nothing about a time without looks", () => {
    const judge = new PictureJudge();
    expect(judge.look(still, 0)).toBe("good");
    judge.forget();
    expect(judge.look(still, 60_000)).toBe("good");
    expect(judge.look(still, 62_000)).toBeUndefined();
  });
});
