import { ApiFailure } from "@/api/client";
import * as calls from "./calls";
import { IDLE, type Link } from "./link";
import { answerTo, type Flow } from "./peer";
import { Reconnector } from "./reconnector";
import { type Wish, Wishes } from "./wall-wish";

/** Retry delay in ms of a change that conflicted with another one in flight. */
const BUSY_RETRY_MS = 250;
/** Renewal interval in ms of an empty wall, which no media keep alive. */
const RENEW_INTERVAL_MS = 25_000;

export interface WallView {
  link: Link;
  /** Videos by invite id. */
  streams: ReadonlyMap<string, MediaStream>;
  /** The audio of the focused candidate. */
  audio: MediaStream | null;
}

const DARK: ReadonlyMap<string, MediaStream> = new Map();

/** One connection that shows many candidates; the server offers, one change at a time. */
export class Wall {
  view: WallView = { link: IDLE, streams: DARK, audio: null };
  #reconnector: Reconnector;
  #listeners = new Set<() => void>();
  #wishes = new Wishes();
  #pc: RTCPeerConnection | null = null;
  #sessionId: string | null = null;
  /** One stream per track: a tile whose m-line stays keeps its video through renegotiation. */
  #held = new Map<MediaStreamTrack, MediaStream>();
  #renew: ReturnType<typeof setInterval> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #signal: AbortSignal | null = null;

  constructor() {
    this.#reconnector = new Reconnector({
      open: (generation, signal) => this.#open(generation, signal),
      close: () => this.#close(),
      judge: calls.judge,
      changed: (link) => this.#show({ link }),
    });
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  snapshot = (): WallView => this.view;

  start(): void {
    this.#reconnector.send({ type: "start" });
  }

  stop(): void {
    this.#reconnector.send({ type: "stop" });
  }

  want(wish: Wish): void {
    this.#wishes.want(wish);
    void this.#change();
  }

  /** Resends the desired state: a restarted server replies that it does not know this wall. */
  probe(): void {
    this.#wishes.repeat();
    void this.#change();
  }

  /** Whether frames arrive while the server reports that it has some. */
  flows(flow: Flow): void {
    this.#reconnector.send({ type: "flow", generation: this.#reconnector.link.generation, flow });
  }

  get connection(): RTCPeerConnection | null {
    return this.#pc;
  }

  #show(change: Partial<WallView>): void {
    this.view = { ...this.view, ...change };
    for (const listener of this.#listeners) listener();
  }

  async #open(generation: number, signal: AbortSignal): Promise<void> {
    const opened = await calls.openWall(signal).catch((error: unknown) => {
      throw new calls.StepFailure("noSession", error);
    });
    if (signal.aborted) {
      void calls.closeWall(opened.session_id);
      return;
    }
    this.#sessionId = opened.session_id;
    this.#signal = signal;
    const pc = new RTCPeerConnection({ iceServers: opened.ice_servers });
    pc.onconnectionstatechange = () =>
      this.#reconnector.send({ type: "ice", generation, state: pc.connectionState });
    this.#pc = pc;
    this.#wishes.reset();
    this.#renew = setInterval(() => this.probe(), RENEW_INTERVAL_MS);
    await this.#change();
  }

  /** Applies the pending change; calls while one is in flight are coalesced. */
  async #change(): Promise<void> {
    const signal = this.#signal;
    const generation = this.#reconnector.link.generation;
    if (!this.#sessionId || !signal) return;
    for (let wish = this.#wishes.next(); wish; wish = this.#wishes.next()) {
      try {
        await this.#put(wish, generation, signal);
        if (signal.aborted) return;
        this.#wishes.done();
      } catch (error) {
        if (signal.aborted) return;
        this.#wishes.failed();
        if (error instanceof ApiFailure && error.code === "renegotiating") {
          clearTimeout(this.#retry);
          this.#retry = setTimeout(() => void this.#change(), BUSY_RETRY_MS);
        } else if (!calls.isUnknown(error))
          this.#reconnector.send({ type: "refused", generation, ...calls.judge(error) });
        return;
      }
    }
  }

  async #put(wish: Wish, generation: number, signal: AbortSignal): Promise<void> {
    const [pc, sessionId] = [this.#pc, this.#sessionId];
    if (!pc || !sessionId) return;
    try {
      const offer = await calls.changeWall(sessionId, wish, signal);
      if (offer.sdp) {
        const sdp = await answerTo(pc, offer.sdp);
        if (signal.aborted) return;
        await calls.answer({ sdp, session_id: sessionId }, signal);
      }
      if (!signal.aborted) this.#place(pc, offer.mids);
    } catch (error) {
      if (calls.isUnknown(error)) this.#reconnector.send({ type: "unknown", generation });
      throw error;
    }
  }

  /** Maps each candidate's video by the mid that the server sent. */
  #place(pc: RTCPeerConnection, mids: Record<string, string>): void {
    const streams = new Map<string, MediaStream>();
    let audio: MediaStream | null = null;
    for (const { mid, receiver } of pc.getTransceivers()) {
      const invite = mid === null ? undefined : mids[mid];
      if (receiver.track.kind === "audio") audio = this.#streamOf(receiver.track);
      else if (invite) streams.set(invite, this.#streamOf(receiver.track));
    }
    this.#show({ streams, audio });
  }

  #streamOf(track: MediaStreamTrack): MediaStream {
    const stream = this.#held.get(track) ?? new MediaStream([track]);
    this.#held.set(track, stream);
    return stream;
  }

  #close(): void {
    clearInterval(this.#renew);
    clearTimeout(this.#retry);
    if (this.#sessionId) void calls.closeWall(this.#sessionId);
    this.#sessionId = null;
    this.#signal = null;
    this.#pc?.close();
    this.#pc = null;
    this.#held.clear();
    this.#wishes.reset();
    if (this.view.streams.size > 0 || this.view.audio) this.#show({ streams: DARK, audio: null });
  }
}
