import { jpeg, readsBack } from "@/lib/canvas";

export type Kind = "face" | "document";

/** Maximum bytes; the server rejects more. */
export const MAX_BYTES = 262_144;
/** Pixels of the longer side: a document has to be read. */
export const LONGEST: Record<Kind, number> = { face: 640, document: 1_280 };
const QUALITIES = [0.9, 0.8, 0.65, 0.5];
/** How long a camera may take until it shows something, in ms. */
const FIRST_MS = 3_000;
const SMALLER = 0.75;
const ROUNDS = 4;

/** Why there is no picture: the source shows nothing yet, the file is no picture, or the browser hides canvases. */
export class NoPicture extends Error {
  constructor(readonly why: "empty" | "unreadable" | "hidden") {
    super(why);
  }
}

export interface Size {
  width: number;
  height: number;
}

/** Width and height for a longer side of at most `longest`; nothing is enlarged. */
export function fitted({ width, height }: Size, longest: number): Size {
  const scale = Math.min(1, longest / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** The source drawn as a JPEG that the server takes, without what a file holds beside its pixels. */
async function drawn(source: CanvasImageSource, size: Size, kind: Kind): Promise<Blob> {
  if (size.width === 0 || size.height === 0) throw new NoPicture("empty");
  if (!readsBack()) throw new NoPicture("hidden");
  const canvas = document.createElement("canvas");
  let longest = LONGEST[kind];
  for (let round = 0; round < ROUNDS; round++) {
    const { width, height } = fitted(size, longest);
    Object.assign(canvas, { width, height });
    const context = canvas.getContext("2d");
    if (!context) throw new NoPicture("hidden");
    // JPEG has no transparency: black would cover the words of a scan.
    context.fillStyle = "#fff";
    context.fillRect(0, 0, width, height);
    context.drawImage(source, 0, 0, width, height);
    for (const quality of QUALITIES) {
      const blob = await jpeg(canvas, quality);
      if (blob && blob.size <= MAX_BYTES) return blob;
    }
    longest = Math.round(longest * SMALLER);
  }
  throw new NoPicture("unreadable");
}

/** Waits for the first picture of a camera that was just turned on. */
async function shows(video: HTMLVideoElement): Promise<void> {
  if (video.videoWidth > 0) return;
  await new Promise<void>((resolve) => {
    const timer = window.setTimeout(resolve, FIRST_MS);
    const end = () => {
      window.clearTimeout(timer);
      resolve();
    };
    video.addEventListener("loadeddata", end, { once: true });
  });
}

/** What the camera shows now. */
export async function ofVideo(video: HTMLVideoElement | null, kind: Kind): Promise<Blob> {
  if (!video) throw new NoPicture("empty");
  await shows(video);
  return drawn(video, { width: video.videoWidth, height: video.videoHeight }, kind);
}

/** A picture that the candidate has chosen. */
export async function ofFile(file: Blob, kind: Kind): Promise<Blob> {
  const url = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = url;
    await image.decode().catch(() => {
      throw new NoPicture("unreadable");
    });
    return await drawn(image, { width: image.naturalWidth, height: image.naturalHeight }, kind);
  } finally {
    URL.revokeObjectURL(url);
  }
}
