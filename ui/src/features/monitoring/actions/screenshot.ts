import { api } from "@/api/client";
import { jpeg, readsBack } from "@/lib/canvas";
import { t } from "../texts";

/** Maximum bytes; the server rejects more. */
const MAX_BYTES = 1_048_576;
const QUALITIES = [0.9, 0.75, 0.5];

export type Source = HTMLVideoElement | HTMLImageElement;

const sizeOf = (source: Source) =>
  source instanceof HTMLVideoElement
    ? { width: source.videoWidth, height: source.videoHeight }
    : { width: source.naturalWidth, height: source.naturalHeight };

/**
 * The current frame as a JPEG; null without one. Rejects if the browser would return
 * something else, because screenshots are evidence.
 */
export async function capture(source: Source | null): Promise<Blob | null> {
  const { width, height } = source ? sizeOf(source) : { width: 0, height: 0 };
  if (!source || width === 0 || height === 0) return null;
  if (!readsBack()) {
    throw new Error(t("hidesPictures"));
  }
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  canvas.getContext("2d")?.drawImage(source, 0, 0);
  for (const quality of QUALITIES) {
    const blob = await jpeg(canvas, quality);
    if (blob && blob.size <= MAX_BYTES) return blob;
  }
  return null;
}

export const storeScreenshot = (attemptId: string, blob: Blob) =>
  api.post("/attempts/{id}/screenshots", { path: { id: attemptId }, body: blob });
