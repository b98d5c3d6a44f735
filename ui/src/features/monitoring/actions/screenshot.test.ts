import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { capture, type Source } from "./screenshot";

class Video {
  videoWidth = 640;
  videoHeight = 480;
}

let pixel: (at: number) => number;

beforeEach(() => {
  vi.stubGlobal("HTMLVideoElement", Video);
  const createElement = () => ({
    width: 0,
    height: 0,
    getContext: () => ({
      fillRect: () => undefined,
      drawImage: () => undefined,
      getImageData: () => ({ data: Uint8ClampedArray.from({ length: 256 }, (_, at) => pixel(at)) }),
    }),
    toBlob: (done: (blob: Blob) => void) => done(new Blob(["jpeg"])),
  });
  vi.stubGlobal("document", { createElement });
});
afterEach(() => void vi.unstubAllGlobals());

const drawn = (at: number) => [40, 80, 120, 255][at % 4] ?? 0;
const take = () => capture(new Video() as unknown as Source);

it("returns the frame, also if the browser adds a little noise to it", async () => {
  pixel = drawn;
  expect(await take()).toBeInstanceOf(Blob);
  pixel = (at) => drawn(at) + (at % 3) - 1;
  expect(await take()).toBeInstanceOf(Blob);
});

it("rejects if the browser returns something else", async () => {
  pixel = (at) => (at * 37) % 256;
  await expect(take()).rejects.toThrow("hides pictures");
  pixel = () => 255;
  await expect(take()).rejects.toThrow("hides pictures");
});
