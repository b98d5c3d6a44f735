import { useEffect, useState } from "react";
import { t } from "../texts";
import type { Quality } from "../video/peer";
import type { Viewer } from "../video/viewer";

/** Milliseconds between two measurements. */
const INTERVAL_MS = 2_000;

/** Periodic measurements of the received video. */
export function useQuality(viewer: Viewer | null): Quality | null {
  const [measured, setMeasured] = useState<Quality | null>(null);
  useEffect(() => {
    if (!viewer) return;
    let gone = false;
    const timer = window.setInterval(() => {
      viewer.quality().then(
        (quality) => !gone && setMeasured(quality),
        () => undefined,
      );
    }, INTERVAL_MS);
    return () => {
      gone = true;
      window.clearInterval(timer);
      setMeasured(null);
    };
  }, [viewer]);
  return measured;
}

/** `stills`: still pictures arrive instead of video. */
export function qualityWords(quality: Quality | null, stills: boolean): string {
  if (!quality) return stills ? t("stillPictures") : t("noPicture");
  const { width, height, framesPerSecond, roundTrip } = quality;
  const size = { width, height, rate: framesPerSecond };
  return roundTrip === null ? t("quality", size) : t("qualityLatency", { ...size, delay: roundTrip });
}
