import type { StoreApi } from "zustand/vanilla";
import { orUndefined } from "@/lib/timeout";
import { type Capture, capture, captureSound, deviceOf, openExactly, problemOf, whyEnded } from "./capture";
import { type Device, type DeviceKind, remember } from "./devices";
import { type CameraFacts, type CameraProblem, OFF, type Picture } from "./facts";

/** Shorter interruptions are those of a device that starts or is switched over. */
export const MUTED_AFTER_MS = 1_500;
/** Time for the browser to report why a track ended. */
const WHY_LIMIT_MS = 1_000;

const present = (tracks: (MediaStreamTrack | undefined)[]) => tracks.filter((track) => track !== undefined);

function stopTracks(...tracks: (MediaStreamTrack | undefined)[]): void {
  for (const track of tracks) track?.stop();
}

/** The candidate's camera and microphone: opens them, follows what happens to them, and changes them. */
export class CameraControl {
  #video: MediaStreamTrack | undefined;
  #audio: MediaStreamTrack | undefined;
  /** The microphone alone, while there is no camera. */
  #sound: MediaStream | undefined;
  /** False once it was turned off, also while the prompt is open. */
  #wanted = false;
  /** The open permission prompt: a second request would only open a second prompt. */
  #asking: Promise<boolean> | undefined;
  #watching: AbortController | undefined;
  #muting: ReturnType<typeof setTimeout> | undefined;
  #muted = false;

  constructor(private readonly store: StoreApi<CameraFacts>) {}

  /**
   * Requests the camera; true when it runs. An unanswered prompt stays open forever: await it with a timeout. `quietly`: a
   * repeated try, which shows nothing until it succeeds.
   */
  start = async (quietly = false): Promise<boolean> => {
    if (this.#video) return true;
    this.#wanted = true;
    this.#asking ??= this.#ask(quietly).finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  };

  stop = (): void => {
    this.#wanted = false;
    this.#release();
    this.store.setState(OFF);
  };

  /** The verdict of the judge of the frames. */
  judge = (picture: Exclude<Picture, "muted">): void => {
    if (!this.#muted) this.#show(picture);
  };

  /** Uses another device, from now on and at later visits; false if it cannot be opened. */
  choose = async (kind: DeviceKind, device: Device): Promise<boolean> => {
    const old = kind === "camera" ? this.#video : this.#audio;
    if (old && deviceOf(old).id === device.id) return true;
    let track = await openExactly(kind, device.id);
    if (!track && old) {
      // Some devices can be opened one at a time only.
      old.stop();
      track = (await openExactly(kind, device.id)) ?? (await openExactly(kind, deviceOf(old).id));
    }
    if (!this.#wanted) {
      track?.stop();
      return false;
    }
    if (!track) {
      if (old) await this.#ended(kind, old);
      return false;
    }
    const opened = deviceOf(track);
    const isChosen = opened.id === device.id;
    if (isChosen) remember(kind, { id: device.id, name: opened.name || device.name });
    const { microphone } = this.store.getState();
    if (kind === "camera") this.#adopt({ video: track, audio: this.#audio, microphone });
    else this.#adopt({ video: this.#video, audio: track, microphone: "on" });
    // Without a camera it was not asked for.
    if (microphone === "off") void this.startSound();
    return isChosen;
  };

  /** Opens a microphone that was not there or stopped; the camera goes on. */
  startSound = async (): Promise<void> => {
    if (this.#audio || !this.#video) return;
    const { audio, microphone } = await captureSound();
    if (!this.#wanted || this.#audio || !this.#video) return void audio?.stop();
    if (audio) this.#adopt({ video: this.#video, audio, microphone });
    else if (microphone !== this.store.getState().microphone) this.store.setState({ microphone });
  };

  async #ask(quietly: boolean): Promise<boolean> {
    if (!navigator.mediaDevices?.getUserMedia) return this.#fail("insecure");
    if (!quietly) this.store.setState({ state: { name: "asking" } });
    try {
      const made = await capture(navigator.mediaDevices);
      if (!this.#wanted) {
        stopTracks(made.video, made.audio);
        return false;
      }
      this.#adopt(made);
      return true;
    } catch (error) {
      return this.#wanted && this.#fail(problemOf(error));
    }
  }

  #fail(problem: CameraProblem): false {
    const { state } = this.store.getState();
    if (state.name !== "problem" || state.problem !== problem)
      this.store.setState({ state: { name: "problem", problem, sound: this.#sound } });
    return false;
  }

  #release(): void {
    clearTimeout(this.#muting);
    this.#watching?.abort();
    stopTracks(this.#video, this.#audio);
    this.#video = undefined;
    this.#audio = undefined;
    this.#sound = undefined;
  }

  /** Takes over tracks, and stops those that are not among them. */
  #adopt({ video, audio, microphone }: Capture): void {
    clearTimeout(this.#muting);
    this.#watching?.abort();
    for (const old of [this.#video, this.#audio]) if (old && old !== video && old !== audio) old.stop();
    const isNew = video !== this.#video;
    this.#video = video;
    this.#audio = audio;
    this.#watching = new AbortController();
    const { signal } = this.#watching;
    this.#follow("camera", video, signal);
    this.#follow("microphone", audio, signal);
    if (isNew) this.#muted = false;
    if (video?.muted) this.#mutedSoon();
    const names = { camera: video?.label ?? "", microphone: audio?.label ?? "" };
    const heard = audio?.muted ? "muted" : microphone;
    const before = this.store.getState().state;
    let state = before;
    if (video) {
      const stream = new MediaStream(present([video, audio]));
      const picture = !isNew && before.name === "on" ? before.picture : "good";
      state = { name: "on", stream, picture };
      this.#sound = undefined;
    } else if (before.name === "lost" || before.name === "problem") {
      this.#sound = audio && new MediaStream([audio]);
      state = { ...before, sound: this.#sound };
    }
    this.store.setState({ state, microphone: heard, names });
  }

  #follow(kind: DeviceKind, track: MediaStreamTrack | undefined, signal: AbortSignal): void {
    if (!track) return;
    track.addEventListener("ended", () => void this.#ended(kind, track), { signal });
    if (kind === "microphone") {
      const say = () => this.store.setState({ microphone: track.muted ? "muted" : "on" });
      track.addEventListener("mute", say, { signal });
      track.addEventListener("unmute", say, { signal });
      return;
    }
    track.addEventListener("mute", () => this.#mutedSoon(), { signal });
    track.addEventListener(
      "unmute",
      () => {
        clearTimeout(this.#muting);
        if (!this.#muted) return;
        this.#muted = false;
        this.#show("good");
      },
      { signal },
    );
  }

  #mutedSoon(): void {
    clearTimeout(this.#muting);
    this.#muting = setTimeout(() => {
      this.#muted = true;
      this.#show("muted");
    }, MUTED_AFTER_MS);
  }

  #show(picture: Picture): void {
    const { state } = this.store.getState();
    if (state.name === "on" && state.picture !== picture)
      this.store.setState({ state: { ...state, picture } });
  }

  /** A track ended that this page did not stop. */
  async #ended(kind: DeviceKind, track: MediaStreamTrack): Promise<void> {
    const why = (await orUndefined(whyEnded(kind, deviceOf(track)), WHY_LIMIT_MS)) ?? "lost";
    if (kind === "microphone") {
      if (track !== this.#audio) return;
      return this.#adopt({ video: this.#video, audio: undefined, microphone: why });
    }
    if (track !== this.#video) return;
    clearTimeout(this.#muting);
    this.#video = undefined;
    this.#sound = this.#audio && new MediaStream([this.#audio]);
    if (why === "denied") {
      // The browser's switch for the camera leaves the microphone alone, but nothing shows that it is open.
      this.#release();
      this.store.setState({ state: { name: "problem", problem: "denied" }, microphone: "off" });
    } else {
      const known = why === "unplugged" ? why : "stopped";
      this.store.setState({ state: { name: "lost", why: known, sound: this.#sound } });
    }
  }
}
