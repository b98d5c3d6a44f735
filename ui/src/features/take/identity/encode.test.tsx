import { afterEach, describe, expect, it, vi } from "vitest";
import { fitted, LONGEST, MAX_BYTES, NoPicture, ofFile, ofVideo } from "./encode";

const DRAWN = [40, 80, 120, 255];

/** A canvas that reads back what was drawn; `bytes` of a JPEG of its size and quality. */
function canvases(bytes: (width: number, quality: number) => number, read = DRAWN) {
  const drawings: number[][] = [];
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue({
    fillRect: () => undefined,
    getImageData: () => ({ data: Uint8ClampedArray.from(read) }),
    drawImage: (_: unknown, ...place: number[]) => drawings.push(place.slice(2)),
  } as never);
  vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation(function (
    this: HTMLCanvasElement,
    done,
    type,
    quality = 1,
  ) {
    done(new Blob([new Uint8Array(bytes(this.width, quality))], { type }));
  });
  return drawings;
}

const video = (videoWidth: number, videoHeight: number) =>
  Object.defineProperties(document.createElement("video"), {
    videoWidth: { value: videoWidth, writable: true },
    videoHeight: { value: videoHeight, writable: true },
  });

afterEach(() => void vi.restoreAllMocks());

describe("an identity picture", () => {
  it("is made smaller, and never larger", () => {
    expect(fitted({ width: 4_000, height: 3_000 }, 640)).toEqual({ width: 640, height: 480 });
    expect(fitted({ width: 300, height: 4_000 }, 1_280)).toEqual({ width: 96, height: 1_280 });
    expect(fitted({ width: 320, height: 240 }, 640)).toEqual({ width: 320, height: 240 });
    expect(fitted({ width: 9_000, height: 1 }, 640)).toEqual({ width: 640, height: 1 });
  });

  it("is a JPEG of the size of its kind", async () => {
    const drawings = canvases(() => 1_000);
    const face = await ofVideo(video(1_280, 720), "face");
    expect(face.type).toBe("image/jpeg");
    await ofVideo(video(2_560, 1_440), "document");
    expect(drawings).toEqual([
      [LONGEST.face, 360],
      [LONGEST.document, 720],
    ]);
  });

  it("loses quality, then size, until the server takes it", async () => {
    const drawings = canvases((width, quality) => (width < 800 && quality < 0.7 ? MAX_BYTES : MAX_BYTES + 1));
    const blob = await ofVideo(video(1_280, 960), "document");
    expect(blob.size).toBe(MAX_BYTES);
    expect(drawings.map(([width]) => width)).toEqual([1_280, 960, 720]);
  });

  it("cannot be taken while the camera shows nothing, or where the browser hides the canvas", async () => {
    canvases(() => 1_000);
    await expect(ofVideo(null, "face")).rejects.toEqual(new NoPicture("empty"));
    vi.useFakeTimers();
    const refused = expect(ofVideo(video(0, 0), "face")).rejects.toMatchObject({ why: "empty" });
    await vi.advanceTimersByTimeAsync(3_000);
    await refused;
    vi.useRealTimers();
    canvases(() => 1_000, [255, 255, 255, 255]);
    await expect(ofVideo(video(640, 480), "face")).rejects.toMatchObject({ why: "hidden" });
  });

  it("is taken as soon as a camera that was just turned on shows something", async () => {
    const drawings = canvases(() => 1_000);
    const element = video(0, 0);
    const taken = ofVideo(element, "face");
    Object.assign(element, { videoWidth: 640, videoHeight: 480 });
    element.dispatchEvent(new Event("loadeddata"));
    expect((await taken).size).toBe(1_000);
    expect(drawings).toEqual([[640, 480]]);
  });

  it("is drawn from a file, of which nothing else is kept", async () => {
    const drawings = canvases(() => 1_000);
    const revoked = vi.fn();
    Object.assign(URL, { createObjectURL: () => "blob:1", revokeObjectURL: revoked });
    Object.assign(HTMLImageElement.prototype, { decode: () => Promise.resolve() });
    vi.spyOn(HTMLImageElement.prototype, "naturalWidth", "get").mockReturnValue(3_000);
    vi.spyOn(HTMLImageElement.prototype, "naturalHeight", "get").mockReturnValue(4_000);
    const file = new File(["with a place"], "me.jpg", { type: "image/jpeg" });
    const blob = await ofFile(file, "document");
    expect(blob).not.toBe(file);
    expect(drawings).toEqual([[960, 1_280]]);
    expect(revoked).toHaveBeenCalledWith("blob:1");
    Object.assign(HTMLImageElement.prototype, { decode: () => Promise.reject(new Error("no picture")) });
    await expect(ofFile(file, "face")).rejects.toMatchObject({ why: "unreadable" });
    expect(revoked).toHaveBeenCalledTimes(2);
  });
});
