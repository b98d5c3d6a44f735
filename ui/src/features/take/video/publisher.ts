import type { MediaConfig } from "@/api/types";
import { asksToWait, mediaCalls, type Publishing, refusal } from "./calls";
import { withOpusThrift } from "./sdp";

/** The two simulcast layers: pixels, frames and bits per second. */
const LOW = { width: 320, height: 240, frames: 5, bits: 100_000 };
const HIGH = { width: 640, height: 480, frames: 15, bits: 500_000 };
/** Audio bits per second. */
const SOUND = 24_000;

export type PublisherReport =
  | { type: "connected" | "disconnected" }
  | { type: "failed"; retryAfter?: number }
  | { type: "unanswered" }
  | { type: "refused"; detail: string }
  /** The session created by the server, and the position to read its signals from. */
  | { type: "session"; id: string; cursor: number };

interface PublisherDeps {
  to: Publishing;
  config: MediaConfig;
  /** None while the camera is off: it may come back. */
  stream: MediaStream | undefined;
  report(report: PublisherReport): void;
  connect?(config: RTCConfiguration): RTCPeerConnection;
}

type Layer = typeof LOW;

/** The two simulcast encodings for a camera of the given size; the high one is inactive until watched. */
export function encodings(width = HIGH.width, height = HIGH.height): RTCRtpEncodingParameters[] {
  const encoding = (rid: string, layer: Layer, active: boolean) => ({
    rid,
    active,
    maxBitrate: layer.bits,
    maxFramerate: layer.frames,
    scaleResolutionDownBy: Math.max(1, width / layer.width, height / layer.height),
  });
  return [encoding("l", LOW, true), encoding("h", HIGH, false)];
}

/** VP8 first: every browser supports simulcast with it. */
export function vp8First<T extends { mimeType: string }>(codecs: readonly T[]): T[] {
  const isVp8 = ({ mimeType }: T) => mimeType.toLowerCase() === "video/vp8";
  return [...codecs.filter(isVp8), ...codecs.filter((codec) => !isVp8(codec))];
}

/** One peer connection to the server: sends the candidate's audio and video, receives the proctor's. */
export class Publisher {
  readonly #pc: RTCPeerConnection;
  readonly #video: RTCRtpTransceiver;
  readonly #audio: RTCRtpTransceiver;
  /** The proctor's tracks, while the server forwards them. */
  readonly remote: { video: MediaStreamTrack; audio: MediaStreamTrack };
  #high = false;
  #closed = false;
  #negotiated = (): void => undefined;
  /** Resolves after the last layer change; the SDP answer comes first, since it may affect layers too. */
  #layers: Promise<unknown> = new Promise<void>((done) => {
    this.#negotiated = done;
  });

  constructor(private readonly deps: PublisherDeps) {
    const { config, stream, connect = (rtc) => new RTCPeerConnection(rtc) } = deps;
    const pc = connect({ iceServers: config.ice_servers, bundlePolicy: "max-bundle" });
    this.#pc = pc;
    const camera = stream?.getVideoTracks()[0];
    const streams = stream ? [stream] : [];
    const { width, height } = camera?.getSettings() ?? {};
    this.#video = pc.addTransceiver(camera ?? "video", {
      direction: "sendonly",
      streams,
      sendEncodings: encodings(width, height),
    });
    this.#audio = pc.addTransceiver(stream?.getAudioTracks()[0] ?? "audio", {
      direction: "sendonly",
      streams,
      sendEncodings: [{ maxBitrate: SOUND }],
    });
    const video = pc.addTransceiver("video", { direction: "recvonly" });
    const audio = pc.addTransceiver("audio", { direction: "recvonly" });
    this.remote = { video: video.receiver.track, audio: audio.receiver.track };
    const codecs = globalThis.RTCRtpSender?.getCapabilities?.("video")?.codecs;
    if (codecs) this.#video.setCodecPreferences?.(vp8First(codecs));
    pc.onconnectionstatechange = () => {
      const state = pc.connectionState;
      if (state === "connected" || state === "disconnected" || state === "failed")
        this.#report({ type: state });
    };
  }

  /** Offers once. The answer is complete (no trickle ICE), because the server's addresses are known. */
  async open(): Promise<void> {
    const { to } = this.deps;
    try {
      await this.#pc.setLocalDescription();
      const answer = await mediaCalls.offer(to, this.#pc.localDescription?.sdp ?? "");
      if (this.#closed) return void mediaCalls.end(to, answer.session_id, false).catch(() => undefined);
      this.#report({ type: "session", id: answer.session_id, cursor: answer.cursor });
      await this.#pc.setRemoteDescription({ type: "answer", sdp: withOpusThrift(answer.sdp, SOUND) });
      await this.#set((parameters) => {
        // A busy computer reduces the frame rate, not the resolution: a face should stay recognisable.
        parameters.degradationPreference = "maintain-resolution";
      });
      this.#negotiated();
    } catch (error) {
      const detail = refusal(error);
      if (detail) this.#report({ type: "refused", detail });
      else if (error instanceof Error && error.name === "NetworkFailure")
        this.#report({ type: "unanswered" });
      else this.#report({ type: "failed", ...asksToWait(error) });
    }
  }

  /** Replaces or removes camera and microphone without renegotiation. */
  async use(stream: MediaStream | undefined): Promise<void> {
    await Promise.all([
      this.#video.sender.replaceTrack(stream?.getVideoTracks()[0] ?? null),
      this.#audio.sender.replaceTrack(stream?.getAudioTracks()[0] ?? null),
    ]).catch(() => undefined);
  }

  /** Activates the high layer while an admin watches closely. */
  setHigh(high: boolean): void {
    if (high === this.#high || this.#closed) return;
    this.#high = high;
    // Sequentially: parameters are valid only until the next setParameters.
    this.#layers = this.#layers.then(() =>
      this.#set(({ encodings }) => {
        for (const encoding of encodings) if (encoding.rid === "h") encoding.active = high;
      }),
    );
  }

  async #set(change: (parameters: RTCRtpSendParameters) => void): Promise<void> {
    if (this.#closed) return;
    const parameters = this.#video.sender.getParameters();
    change(parameters);
    await this.#video.sender.setParameters(parameters).catch(() => undefined);
  }

  stats(): Promise<RTCStatsReport> {
    return this.#pc.getStats();
  }

  close(): void {
    this.#closed = true;
    this.#pc.onconnectionstatechange = null;
    this.#pc.close();
  }

  #report(report: PublisherReport) {
    if (!this.#closed) this.deps.report(report);
  }
}
