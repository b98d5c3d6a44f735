import { ApiFailure } from "@/api/errors";
import type { CameraState } from "../camera/useCamera";
import { retryWait } from "../journal/backoff";

/** What the server tells the administrators about the page. */
export interface Here {
  /** From 1. */
  question: number;
  camera: "on" | "denied" | "missing" | "lost" | "off" | "unsupported";
  visible: boolean;
}

/** Milliseconds between two signs of life; the server misses one after 45 s. */
export const EVERY = 15_000;
/** A camera that is being asked for is waited for this many milliseconds before the first word. */
export const PATIENCE = 5_000;
/** Changes within this many milliseconds are told together. */
export const GATHER = 700;

/** The camera in the words of the call. `chose`: the candidate went on without one. */
export function cameraWord(state: CameraState, chose: boolean): Here["camera"] {
  if (state.name === "on" || state.name === "lost") return state.name;
  if (state.name === "problem") {
    if (state.problem === "denied" || state.problem === "missing") return state.problem;
    if (state.problem === "insecure") return "unsupported";
  }
  return chose ? "off" : "lost";
}

interface PresenceDeps {
  here(): Here;
  post(body: Here & { leaving?: boolean }, leaving: boolean): Promise<unknown>;
  /** Of several tabs, only the one that is looked at or leads speaks by itself. */
  speaks(): boolean;
}

/** Tells the server at which question the candidate is and that the page is still there. */
export class Presence {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #told = "";
  /** Until when the server asked not to be told. */
  #notBefore = 0;

  /** `first`: milliseconds until the first word. */
  constructor(
    private readonly deps: PresenceDeps,
    first = 0,
  ) {
    this.#next(first);
  }

  /** Something may be different. */
  changed(): void {
    if (JSON.stringify(this.deps.here()) !== this.#told) this.#next(GATHER);
  }

  /** Speaks at once, for a tab that has just become the leading one. */
  now(): void {
    this.#next(0);
  }

  leave(): void {
    clearTimeout(this.#timer);
    this.#told = "";
    if (this.deps.speaks())
      void this.deps.post({ ...this.deps.here(), leaving: true }, true).catch(() => undefined);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #next(wait: number) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#tell(), Math.max(wait, this.#notBefore - Date.now()));
  }

  #tell() {
    this.#next(EVERY);
    if (!this.deps.speaks()) return;
    const here = this.deps.here();
    this.#told = JSON.stringify(here);
    // A sign of life that did not arrive is not repeated: the next one says more.
    void this.deps.post(here, false).catch((error: unknown) => {
      if (!(error instanceof ApiFailure) || error.retryAfter === undefined) return;
      this.#notBefore = Date.now() + retryWait(1, error.retryAfter * 1_000);
      this.#next(EVERY);
    });
  }
}
