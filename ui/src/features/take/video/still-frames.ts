/** Interval of still frames in ms. */
export const EVERY = 5_000;
/** Maximum width and height in pixels, and the JPEG quality. */
const MAX_WIDTH = 320;
const MAX_HEIGHT = 240;
const QUALITY = 0.6;

/** Scales a frame to fit into 320 x 240, keeping its aspect ratio. */
export function stillSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, MAX_WIDTH / width, MAX_HEIGHT / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Grabs frames from a camera without showing it. */
export function grabber(stream: MediaStream): { grab(): Promise<Blob | undefined>; stop(): void } {
  const video = document.createElement("video");
  video.muted = true;
  video.playsInline = true;
  video.srcObject = stream;
  void video.play().catch(() => undefined);
  const canvas = document.createElement("canvas");
  return {
    async grab() {
      if (video.videoWidth === 0) return undefined;
      Object.assign(canvas, stillSize(video.videoWidth, video.videoHeight));
      canvas.getContext("2d")?.drawImage(video, 0, 0, canvas.width, canvas.height);
      const picture = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
      return picture ?? undefined;
    },
    stop() {
      video.srcObject = null;
    },
  };
}

interface StillDeps {
  grab(): Promise<Blob | undefined>;
  put(picture: Blob): Promise<void>;
  /** A failed upload. The next frame follows after this many ms, or the usual interval if that is longer. */
  onFailure(error: unknown): number;
  onSent(): void;
}

/** Sends a frame at once and then every five seconds; never two in flight, so that a slow line is not flooded. */
export class StillLoop {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running = false;

  constructor(private readonly deps: StillDeps) {}

  start() {
    if (this.#running) return;
    this.#running = true;
    void this.#turn();
  }

  stop() {
    this.#running = false;
    clearTimeout(this.#timer);
  }

  async #turn() {
    let sent = false;
    let wait = EVERY;
    try {
      const picture = await this.deps.grab();
      if (picture && this.#running) {
        await this.deps.put(picture);
        sent = true;
      }
    } catch (error) {
      wait = Math.max(EVERY, this.deps.onFailure(error));
    }
    if (!this.#running) return;
    if (sent) this.deps.onSent();
    // A camera without a frame yet will soon have one.
    this.#timer = setTimeout(() => void this.#turn(), wait);
  }
}
