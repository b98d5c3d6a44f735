import { createStore, type StoreApi } from "zustand/vanilla";
import type { CloseReason, MediaConfig } from "@/api/types";
import { translated } from "@/i18n";
import { retryWait } from "@/lib/backoff";
import { t } from "../panel-texts";
import type { Pushed } from "../session/push";
import { asksToWait, mediaCalls, type Publishing, refusal, sessionIsUnknown } from "./calls";
import { connects, IDLE, isUp, type Link, type LinkEvent, step } from "./link";
import { Publisher, type PublisherReport } from "./publisher";
import { statsWords } from "./stats";
import { grabber, StillLoop } from "./still-frames";

/** Poll interval of the signal queue in ms while the event stream is down. */
const POLL_INTERVAL_MS = 5_000;

/** The proctor's audio and video, while they are on. */
export interface Proctor {
  speaking: boolean;
  video: boolean;
  name: string | undefined;
}

export interface VideoState {
  link: Link;
  proctor: Proctor | undefined;
  remote: Publisher["remote"] | undefined;
}

interface VideoDeps {
  to: Publishing;
  /** Whether this tab receives the server's events. */
  live(): boolean;
  now?(): number;
  publisher?(deps: ConstructorParameters<typeof Publisher>[0]): Publisher;
  camera?: typeof grabber;
}

/** Keeps the candidate's video connected, with reconnects; never rejects, never blocks the test. */
export class VideoSession {
  readonly store: StoreApi<VideoState> = createStore(() => ({
    link: IDLE,
    proctor: undefined,
    remote: undefined,
  }));
  readonly #now: () => number;
  readonly #stills: StillLoop;
  #stream: MediaStream | undefined;
  #camera: ReturnType<typeof grabber> | undefined;
  #publisher: Publisher | undefined;
  #config: MediaConfig | undefined;
  #session: { id: string; cursor: number } | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #poll: ReturnType<typeof setInterval> | undefined;
  #stats = { path: "none", sent: "nothing" };
  #stillSent = false;

  constructor(private readonly deps: VideoDeps) {
    this.#now = deps.now ?? (() => performance.now());
    this.#stills = new StillLoop({
      grab: async () => this.#camera?.grab(),
      put: (picture) => mediaCalls.still(deps.to, picture),
      onFailure: (error) => {
        this.#stillSent = false;
        const detail = refusal(error);
        if (detail) this.hear({ type: "refused", detail });
        const { retryAfter } = asksToWait(error);
        return retryAfter === undefined ? 0 : retryWait(1, retryAfter);
      },
      onSent: () => {
        this.#stillSent = true;
      },
    });
  }

  /** The active camera, or none. The first camera starts the session. */
  use(stream: MediaStream | undefined): void {
    if (stream === this.#stream) return;
    this.#stream = stream;
    this.#camera?.stop();
    this.#camera = undefined;
    void this.#publisher?.use(stream);
    if (stream) this.hear({ type: "start" });
    this.#arrangeStills();
  }

  hear(event: LinkEvent): void {
    const before = this.store.getState().link;
    const link = step(before, event, this.#now());
    if (link === before) return;
    this.store.setState({ link });
    clearTimeout(this.#timer);
    if (link.wakeAt !== undefined) {
      const wait = Math.max(0, link.wakeAt - this.#now());
      this.#timer = setTimeout(() => this.hear({ type: "wake" }), wait);
    }
    if (!connects(link) || link.generation !== before.generation) this.#drop();
    if (connects(link) && link.generation !== before.generation) this.#connect(link.generation);
    if (link.asks !== before.asks) void this.#ask(link.asks);
    // The server may have ended it and left a close reason.
    const worse = link.phase === "unsteady" && before.phase !== "unsteady";
    if (worse || (isUp(link) && !isUp(before))) void this.#readSignals();
    this.#arrangeStills();
  }

  push({ name, data }: Pushed): void {
    if (name !== "video.changed") return;
    if (typeof data.high === "boolean") this.#publisher?.setHigh(data.high);
    if ("proctor" in data) this.#setProctor(data.proctor);
  }

  /** Ends the session on the server. `leaving`: the page may unload before the reply arrives. */
  close(leaving: boolean): void {
    const had = this.store.getState().link.phase !== "idle";
    const session = this.#session?.id;
    this.hear({ type: "stop" });
    this.#camera?.stop();
    this.#camera = undefined;
    this.#stream = undefined;
    clearInterval(this.#poll);
    this.#poll = undefined;
    if (had) void mediaCalls.end(this.deps.to, session, leaving).catch(() => undefined);
  }

  debugRows(): [string, () => string][] {
    return [
      [t("video"), () => this.#phaseWords()],
      [
        t("videoPath"),
        () => {
          void this.#publisher?.stats().then((report) => {
            this.#stats = statsWords([...report].map(([, entry]) => entry));
          });
          return this.#publisher ? this.#stats.path : t("debugNone");
        },
      ],
      [
        t("videoSent"),
        () => (this.#publisher ? this.#stats.sent : this.#stillSent ? t("debugStills") : t("debugNothing")),
      ],
      [t("videoServer"), () => this.#config?.boot ?? t("notAsked")],
    ];
  }

  #phaseWords(): string {
    const { link } = this.store.getState();
    return t("debugPhase", {
      phase: link.phase,
      stills: link.stills ? "yes" : "no",
      generation: link.generation,
      failures: link.failures,
    });
  }

  async #ask(asks: number): Promise<void> {
    const current = () => this.store.getState().link.asks === asks;
    try {
      const config = await mediaCalls.config(this.deps.to);
      if (!current()) return;
      const { link } = this.store.getState();
      // The same server may have dropped this connection.
      if (link.phase === "checking" && (await this.#readSignals())) return;
      if (!current()) return;
      this.#config = config;
      this.hear({
        type: "config",
        webrtc: config.webrtc && "RTCPeerConnection" in globalThis,
        boot: config.boot,
      });
    } catch (error) {
      if (!current()) return;
      const detail = refusal(error);
      this.hear(detail ? { type: "refused", detail } : { type: "unanswered", ...asksToWait(error) });
    }
  }

  #connect(generation: number): void {
    const { to, publisher = (deps) => new Publisher(deps) } = this.deps;
    if (!this.#config) return;
    const report = (said: PublisherReport) => {
      if (this.store.getState().link.generation !== generation) return;
      if (said.type === "session") this.#session = { id: said.id, cursor: said.cursor };
      else if (said.type === "refused" || said.type === "unanswered") this.hear(said);
      else this.hear({ ...said, generation });
    };
    try {
      this.#publisher = publisher({ to, config: this.#config, stream: this.#stream, report });
    } catch {
      this.hear({ type: "failed", generation });
      return;
    }
    this.store.setState({ remote: this.#publisher.remote });
    void this.#publisher.open();
    this.#poll ??= setInterval(() => !this.deps.live() && void this.#readSignals(), POLL_INTERVAL_MS);
  }

  #drop(): void {
    if (!this.#publisher) return;
    this.#publisher.close();
    this.#publisher = undefined;
    this.#session = undefined;
    this.store.setState({ remote: undefined, proctor: undefined });
  }

  /** Reads the signal queue of this connection; true when the server reports that it no longer exists. */
  async #readSignals(): Promise<boolean> {
    const session = this.#session;
    const { generation } = this.store.getState().link;
    if (!session) return false;
    try {
      const { signals, cursor } = await mediaCalls.signals(this.deps.to, session.id, session.cursor);
      if (this.#session !== session) return false;
      session.cursor = Math.max(session.cursor, cursor);
      for (const signal of signals) {
        if (signal.session_id !== session.id) continue;
        if (signal.type === "closed") {
          const code = text(signal.data, "code") as CloseReason | undefined;
          // In English the server's sentence, elsewhere that of its code.
          const reason = translated("replies", code ?? "") ?? text(signal.data, "reason");
          this.hear({ type: "closed", generation, ...(code && { code }), ...(reason && { reason }) });
          return true;
        }
        if (signal.type === "layers") this.#publisher?.setHigh(field(signal.data, "high") === true);
        else if (signal.type === "proctor") this.#setProctor(signal.data);
      }
      return false;
    } catch (error) {
      if (this.#session !== session || !sessionIsUnknown(error)) return false;
      this.hear({ type: "closed", generation });
      return true;
    }
  }

  #setProctor(data: unknown): void {
    const speaking = field(data, "speaking") === true;
    const video = field(data, "video") === true;
    const proctor = { speaking, video, name: text(data, "name") };
    this.store.setState({ proctor: speaking || video ? proctor : undefined });
  }

  #arrangeStills(): void {
    const { link } = this.store.getState();
    if (!link.stills || !this.#stream) {
      this.#stills.stop();
      this.#stillSent = false;
      this.#camera?.stop();
      this.#camera = undefined;
      return;
    }
    this.#camera ??= (this.deps.camera ?? grabber)(this.#stream);
    this.#stills.start();
  }
}

function field(data: unknown, name: string): unknown {
  return typeof data === "object" && data !== null ? (data as Record<string, unknown>)[name] : undefined;
}

function text(data: unknown, name: string): string | undefined {
  const found = field(data, name);
  return typeof found === "string" && found ? found : undefined;
}
