import { ApiFailure, NetworkFailure } from "@/api/errors";
import type { DeviceReport } from "@/api/types";
import { retryWait } from "@/lib/backoff";
import type { CameraFacts } from "../camera/useCamera";

/** Heartbeat payload, which the server forwards to the administrators. */
export interface Here extends DeviceReport {
  /** From 1. */
  question: number;
  /** Tag of the language that the page is in. */
  language: string;
  visible: boolean;
}

/** Heartbeat interval in ms; the server's heartbeat timeout is 45 s. From their absence it derives when the page was cut off. */
export const HEARTBEAT_INTERVAL_MS = 8_000;
/** Interval in ms while the server is out of reach, so that it knows when the page is back. */
export const RETRY_INTERVAL_MS = 2_000;
/** Maximum wait in ms for a pending camera prompt before the first heartbeat. */
export const CAMERA_WAIT_MS = 5_000;
/** Debounce in ms: changes within it are sent together. */
export const DEBOUNCE_MS = 700;

/** Camera state as the API names it. `chose`: the candidate continued without a camera. */
export function cameraWord(state: CameraFacts["state"], chose: boolean): Here["camera"] {
  switch (state.name) {
    case "on":
      return state.picture === "good" ? "on" : state.picture;
    case "lost":
      return state.why === "unplugged" ? "unplugged" : "lost";
    case "problem":
      return state.problem === "insecure" ? "unsupported" : state.problem;
    default:
      return chose ? "off" : "asking";
  }
}

/** The names of devices that the server takes. */
const MAX_NAME = 120;
const named = (name: string) =>
  name
    .replace(/\p{Cc}/gu, " ")
    .trim()
    .slice(0, MAX_NAME);

/** Camera and microphone as the heartbeat reports them. */
export function deviceReport({ state, microphone, names }: CameraFacts, chose: boolean): DeviceReport {
  const [camera_name, microphone_name] = [named(names.camera), named(names.microphone)];
  return {
    camera: cameraWord(state, chose),
    microphone,
    ...(camera_name && state.name === "on" && { camera_name }),
    ...(microphone_name && microphone === "on" && { microphone_name }),
  };
}

interface PresenceDeps {
  here(): Here;
  post(body: Here & { leaving?: boolean }, leaving: boolean): Promise<unknown>;
  /** Of several tabs, only the visible or leading one sends heartbeats automatically. */
  speaks(): boolean;
}

/** Heartbeat: reports the current question and that the page is still open. */
export class Presence {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sent = "";
  /** End of the pause that Retry-After asked for, by a clock that no one sets. */
  #notBefore = 0;

  /** `first`: ms until the first heartbeat. */
  constructor(
    private readonly deps: PresenceDeps,
    first = 0,
  ) {
    this.#next(first);
  }

  /** The state may have changed. */
  changed(): void {
    if (JSON.stringify(this.deps.here()) !== this.#sent) this.#next(DEBOUNCE_MS);
  }

  /** Sends immediately, for a tab that has just become the leader. */
  now(): void {
    this.#next(0);
  }

  leave(): void {
    clearTimeout(this.#timer);
    this.#sent = "";
    if (this.deps.speaks())
      void this.deps.post({ ...this.deps.here(), leaving: true }, true).catch(() => undefined);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #next(wait: number) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#report(), Math.max(wait, this.#notBefore - performance.now()));
  }

  #report() {
    this.#next(HEARTBEAT_INTERVAL_MS);
    if (!this.deps.speaks()) return;
    const here = this.deps.here();
    this.#sent = JSON.stringify(here);
    // A lost heartbeat is not resent: the next one is more recent.
    void this.deps.post(here, false).catch((error: unknown) => {
      const asked =
        error instanceof ApiFailure || error instanceof NetworkFailure ? error.retryAfter : undefined;
      if (asked === undefined) {
        if (!(error instanceof ApiFailure)) this.#next(RETRY_INTERVAL_MS);
        return;
      }
      this.#notBefore = performance.now() + retryWait(1, asked * 1_000);
      this.#next(HEARTBEAT_INTERVAL_MS);
    });
  }
}
