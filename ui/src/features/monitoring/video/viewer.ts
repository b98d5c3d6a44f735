import { translated } from "@/i18n";
import * as calls from "./calls";
import { IDLE, type Link } from "./link";
import { answerTo, framesDecoded, LOOK, type Quality, quality, StallWatch } from "./peer";
import { Reconnector } from "./reconnector";

/** Poll interval of the signal queue in ms until connected (docs/behaviour/monitoring.md#live-monitoring). */
const POLL_INTERVAL_MS = 2_000;

export type OwnKind = "audio" | "video";
export type Own = Record<OwnKind, MediaStreamTrack | null>;

export interface ViewerView {
  link: Link;
  stream: MediaStream | null;
}

/** One connection that shows one candidate, and sends the proctor's camera and microphone on request. */
export class Viewer {
  readonly inviteId: string;
  view: ViewerView = { link: IDLE, stream: null };
  #reconnector: Reconnector;
  #listeners = new Set<() => void>();
  #pc: RTCPeerConnection | null = null;
  #sessionId: string | null = null;
  #cursor = 0;
  #expected = false;
  #own: Own = { audio: null, video: null };
  #poll: ReturnType<typeof setInterval> | undefined;
  #watch: ReturnType<typeof setInterval> | undefined;

  constructor(inviteId: string) {
    this.inviteId = inviteId;
    this.#reconnector = new Reconnector({
      open: (generation, signal) => this.#open(generation, signal),
      close: () => this.#close(),
      judge: calls.judge,
      changed: (link) => {
        if (link.phase === "connected") clearInterval(this.#poll);
        this.#show({ link });
      },
    });
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  snapshot = (): ViewerView => this.view;

  start(): void {
    this.#reconnector.send({ type: "start" });
  }

  stop(): void {
    this.#reconnector.send({ type: "stop" });
  }

  /** Whether the server has WebRTC video of this candidate: then frames must arrive. */
  expect(expected: boolean): void {
    this.#expected = expected;
  }

  /** Checks whether the server still knows this session, after a restart or a change of the test. */
  probe(): void {
    const end = new AbortController();
    if (this.#sessionId) void this.#signals(this.#reconnector.link.generation, end.signal);
  }

  /** Starts or stops sending the proctor's track; throws when the server refuses. */
  async send(kind: OwnKind, track: MediaStreamTrack | null): Promise<void> {
    this.#own = { ...this.#own, [kind]: track };
    await this.#attach(kind);
    await this.#sendSwitches();
  }

  /** Receive statistics; null without video. */
  async quality(): Promise<Quality | null> {
    return this.#pc ? quality(this.#pc) : null;
  }

  #show(change: Partial<ViewerView>): void {
    this.view = { ...this.view, ...change };
    for (const listener of this.#listeners) listener();
  }

  async #open(generation: number, signal: AbortSignal): Promise<void> {
    const offer = await calls.startSession(this.inviteId, signal).catch((error: unknown) => {
      throw new calls.StepFailure("noSession", error);
    });
    if (signal.aborted) {
      void calls.endSession(this.inviteId, offer.session_id);
      return;
    }
    this.#sessionId = offer.session_id;
    this.#cursor = offer.cursor;
    const pc = new RTCPeerConnection({ iceServers: offer.ice_servers });
    this.#pc = pc;
    const stream = new MediaStream();
    pc.ontrack = ({ track }) => {
      stream.addTrack(track);
      this.#show({ stream });
    };
    pc.onconnectionstatechange = () => {
      this.#reconnector.send({ type: "ice", generation, state: pc.connectionState });
      if (pc.connectionState === "connected" && (this.#own.audio || this.#own.video)) {
        // The server starts every session without the proctor's tracks.
        void this.#sendSwitches().catch(() => undefined);
      }
    };
    pc.onicecandidate = ({ candidate }) => {
      if (candidate?.candidate) void calls.sendCandidate(this.inviteId, offer.session_id, candidate);
    };
    const sdp = await answerTo(pc, offer.sdp);
    await Promise.all([this.#attach("audio"), this.#attach("video")]);
    if (signal.aborted) return;
    await calls.answer({ sdp, session_id: offer.session_id, invite_id: this.inviteId }, signal);
    this.#poll = setInterval(() => void this.#signals(generation, signal), POLL_INTERVAL_MS);
    this.#watchFrames(pc, generation);
  }

  #watchFrames(pc: RTCPeerConnection, generation: number): void {
    const stall = new StallWatch();
    this.#watch = setInterval(() => {
      void framesDecoded(pc).then((frames) => {
        const expected = this.#expected && this.view.link.phase === "connected" && !document.hidden;
        this.#reconnector.send({
          type: "flow",
          generation,
          flow: stall.look(frames, expected, performance.now()),
        });
      });
    }, LOOK);
  }

  async #signals(generation: number, signal: AbortSignal): Promise<void> {
    const session = this.#sessionId;
    if (!session) return;
    try {
      const reply = await calls.signals(this.inviteId, session, this.#cursor, signal);
      if (this.#sessionId !== session) return;
      this.#cursor = reply.cursor;
      for (const { type, data } of reply.signals) this.#hear(generation, type, data);
    } catch (error) {
      if (calls.isUnknown(error) && this.#sessionId === session)
        this.#reconnector.send({ type: "unknown", generation });
    }
  }

  #hear(generation: number, type: string, data: unknown): void {
    const body = typeof data === "object" && data !== null ? (data as Record<string, unknown>) : {};
    if (type === "closed") {
      const said = translated("replies", String(body.code)) ?? body.reason;
      const words = typeof said === "string" ? said : ({ key: "serverClosed" } as const);
      const final = body.code === "test_ended" || body.code === "not_allowed";
      this.#reconnector.send({ type: "closed", generation, final, words });
    } else if (type === "ice-candidate" && this.#pc) {
      const candidate = (body.candidate ?? data) as RTCIceCandidateInit;
      void this.#pc.addIceCandidate(candidate).catch(() => undefined);
    }
  }

  async #attach(kind: OwnKind): Promise<void> {
    const mine = this.#pc
      ?.getTransceivers()
      .find((t) => t.receiver.track.kind === kind && t.direction === "sendonly");
    await mine?.sender.replaceTrack(this.#own[kind]);
  }

  async #sendSwitches(): Promise<void> {
    if (!this.#sessionId) return;
    const { audio, video } = this.#own;
    await calls.sendSwitches(this.#sessionId, { audio: audio !== null, video: video !== null });
  }

  #close(): void {
    clearInterval(this.#poll);
    clearInterval(this.#watch);
    if (this.#sessionId) void calls.endSession(this.inviteId, this.#sessionId);
    this.#sessionId = null;
    this.#pc?.close();
    this.#pc = null;
    if (this.view.stream) this.#show({ stream: null });
  }
}
