import { useEffect } from "react";
import { LOOK_MS, PictureJudge, SAMPLE } from "./picture-judge";
import type { Camera } from "./useCamera";

/** Gaps longer than this in ms are those of a page that did not run: a closed lid, a suspended tab. */
const GAP_MS = 3 * LOOK_MS;

/** Small copies of what a stream shows now; a sample is undefined before the first frame. */
function sampler(stream: MediaStream): { sample(): Uint8ClampedArray | undefined; stop(): void } | undefined {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, SAMPLE);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) return undefined;
  // Single pixels, not their means: by its noise, a living picture is not a frozen one.
  context.imageSmoothingEnabled = false;
  const video = document.createElement("video");
  video.muted = true;
  video.playsInline = true;
  video.srcObject = stream;
  void video.play()?.catch(() => undefined);
  return {
    sample() {
      if (video.videoWidth === 0) return undefined;
      context.drawImage(video, 0, 0, SAMPLE.width, SAMPLE.height);
      return context.getImageData(0, 0, SAMPLE.width, SAMPLE.height).data;
    },
    stop() {
      video.srcObject = null;
    },
  };
}

/** Checks the camera's picture now and then while the page is visible: a hidden one may not get frames. */
export function usePicture({ state, judge }: Camera): void {
  const track = state.name === "on" ? state.stream.getVideoTracks()[0] : undefined;
  useEffect(() => {
    if (!track) return;
    const source = sampler(new MediaStream([track]));
    const verdicts = new PictureJudge();
    let last = performance.now();
    const timer = setInterval(() => {
      const now = performance.now();
      const isLate = now - last > GAP_MS;
      last = now;
      if (isLate || document.visibilityState === "hidden") return verdicts.forget();
      if (!source) return;
      const verdict = verdicts.look(source.sample(), now);
      if (verdict) judge(verdict);
    }, LOOK_MS);
    return () => {
      clearInterval(timer);
      source?.stop();
    };
  }, [track, judge]);
}
