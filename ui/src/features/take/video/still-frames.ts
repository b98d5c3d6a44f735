/** Milliseconds between two still pictures. */
export const EVERY = 5_000;
/** Pixels of the longer and the shorter side at most, and the quality of the JPEG. */
const WIDTH = 320;
const HEIGHT = 240;
const QUALITY = 0.6;

/** The size that a picture is sent in: its own shape, inside of 320 x 240. */
export function stillSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, WIDTH / width, HEIGHT / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Takes pictures from a camera without showing it. */
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
  /** A picture did not arrive; the next one comes anyway, after so many milliseconds or the usual pause if that is longer. */
  onFailure(error: unknown): number;
  onSent(): void;
}

/** A picture at once and then every five seconds; never two under way, so that a slow line is not flooded. */
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
    // A camera that has no picture yet has one in a moment.
    this.#timer = setTimeout(() => void this.#turn(), wait);
  }
}
