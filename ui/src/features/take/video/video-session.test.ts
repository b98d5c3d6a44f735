import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RETRY_REPLACED, RETRY_WITH_STILLS } from "./link";
import type { Publisher } from "./publisher";
import { EVERY } from "./still-frames";
import { VideoSession } from "./video-session";

const TO = { token: "tok", key: "k", inviteId: "inv" };
const stream = {} as MediaStream;

type PublisherDeps = ConstructorParameters<typeof Publisher>[0];

/** Fake publisher that records the session's calls and reports connection states. */
class FakePublisher {
  readonly remote = {} as Publisher["remote"];
  readonly used: (MediaStream | undefined)[] = [];
  high = false;
  closed = false;
  constructor(readonly deps: PublisherDeps) {}
  open = async () => this.deps.report({ type: "session", id: `s${FakePublisher.made.length}`, cursor: 0 });
  use = async (next: MediaStream | undefined) => void this.used.push(next);
  setHigh(high: boolean) {
    this.high = high;
  }
  stats = async () => new Map();
  close() {
    this.closed = true;
  }
  static made: FakePublisher[] = [];
}

/** Fake server: replies by path, and a log of all requests. */
class FakeServer {
  webrtc = true;
  boot = "b1";
  down = false;
  signals: object[] = [];
  unknown = false;
  readonly asked: { method: string; path: string; body: unknown; keepalive: boolean }[] = [];

  fetch = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const path = String(input);
    if (this.down) throw new TypeError("gone");
    const { method = "GET", body, keepalive = false } = init;
    this.asked.push({ method, path, body: typeof body === "string" ? JSON.parse(body) : body, keepalive });
    expect(new Headers(init.headers).get("X-Attempt-Key")).toBe("k");
    expect(new Headers(init.headers).get("Authorization")).toBeNull();
    const reply = (value: unknown, status = 200) => new Response(JSON.stringify(value), { status });
    if (path.endsWith("/media")) return reply({ webrtc: this.webrtc, ice_servers: [], boot: this.boot });
    if (path.includes("/signals/")) {
      if (this.unknown)
        return reply({ detail: "No such session.", code: "unknown_session", request_id: "r" }, 404);
      return reply({ signals: this.signals.splice(0), cursor: 5 });
    }
    return new Response(null, { status: 204 });
  };
  count = (part: string) => this.asked.filter(({ path }) => path.includes(part)).length;
}

describe("the candidate's video", () => {
  let server: FakeServer;
  let video: VideoSession;
  let live: boolean;
  beforeEach(() => {
    vi.useFakeTimers();
    server = new FakeServer();
    live = true;
    FakePublisher.made = [];
    vi.stubGlobal("fetch", server.fetch);
    vi.stubGlobal("RTCPeerConnection", class {});
    video = new VideoSession({
      to: TO,
      live: () => live,
      now: () => Date.now(),
      publisher: (deps) => {
        const made = new FakePublisher(deps);
        FakePublisher.made.push(made);
        return made as unknown as Publisher;
      },
      camera: () => ({ grab: async () => new Blob(["jpeg"], { type: "image/jpeg" }), stop: () => undefined }),
    });
  });
  afterEach(() => {
    video.close(false);
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
  const last = () => FakePublisher.made.at(-1) as FakePublisher;
  const phase = () => video.store.getState().link.phase;
  async function connected() {
    video.use(stream);
    await settle();
    last().deps.report({ type: "connected" });
    await settle();
    expect(phase()).toBe("up");
  }

  it("connects, reads pending signals, and sends the high layer while watched", async () => {
    server.signals = [{ n: 1, session_id: "s1", type: "layers", data: { high: true } }];
    await connected();
    expect(last().high).toBe(true);
    video.push({ name: "video.changed", data: { invite_id: "inv", high: false } });
    expect(last().high).toBe(false);
    expect(server.count("/still")).toBe(0);
  });

  it("polls the signals only while the event stream is down", async () => {
    await connected();
    const before = server.count("/signals/");
    await settle(60_000);
    expect(server.count("/signals/")).toBe(before);
    live = false;
    server.signals = [{ n: 2, session_id: "s1", type: "proctor", data: { speaking: true, name: "Ada" } }];
    await settle(5_000);
    expect(video.store.getState().proctor).toEqual({ speaking: true, video: false, name: "Ada" });
    video.push({ name: "video.changed", data: { proctor: null } });
    expect(video.store.getState().proctor).toBeUndefined();
  });

  it("reconnects automatically after a server restart", async () => {
    await connected();
    server.down = true;
    video.hear({ type: "stream_lost" });
    await settle(3_500);
    expect(FakePublisher.made).toHaveLength(1);
    server.down = false;
    server.boot = "b2";
    await settle(1_000);
    expect(FakePublisher.made).toHaveLength(2);
    expect(FakePublisher.made[0]?.closed).toBe(true);
    last().deps.report({ type: "connected" });
    expect(phase()).toBe("up");
  });

  it("reconnects when the server no longer knows this one", async () => {
    await connected();
    server.unknown = true;
    video.hear({ type: "stream_open" });
    await settle();
    expect(phase()).toBe("waiting");
    server.unknown = false;
    await settle(1_500);
    expect(FakePublisher.made).toHaveLength(2);
  });

  it("fetches the close reason when the connection breaks, and yields to the page that replaced it", async () => {
    await connected();
    const data = { code: "replaced", reason: "Another connection took its place." };
    server.signals = [{ n: 2, session_id: "s1", type: "closed", data }];
    last().deps.report({ type: "disconnected" });
    await settle(RETRY_REPLACED - 1);
    expect(FakePublisher.made).toHaveLength(1);
    expect(video.store.getState().link.detail).toBe("Another connection took its place.");
    await settle(1);
    expect(FakePublisher.made).toHaveLength(2);
  });

  it("sends stills without media, keeps trying, and stops them once it is up", async () => {
    server.webrtc = false;
    video.use(stream);
    await settle(4 * EVERY);
    expect(server.count("/still")).toBe(5);
    server.webrtc = true;
    await settle(RETRY_WITH_STILLS - 4 * EVERY);
    last().deps.report({ type: "connected" });
    await settle();
    const sent = server.count("/still");
    await settle(10 * EVERY);
    expect(server.count("/still")).toBe(sent);
  });

  it("stops permanently when the server refuses", async () => {
    video.use(stream);
    await settle();
    last().deps.report({ type: "refused", detail: "Elsewhere." });
    await settle(600_000);
    expect(phase()).toBe("refused");
    expect(FakePublisher.made).toHaveLength(1);
  });

  it("keeps the connection while the camera is off, and uses the next camera", async () => {
    await connected();
    video.use(undefined);
    const other = {} as MediaStream;
    video.use(other);
    expect(last().used).toEqual([undefined, other]);
    expect(FakePublisher.made).toHaveLength(1);
    expect(phase()).toBe("up");
  });

  it("ends the session once, with keepalive, and can restart afterwards", async () => {
    await connected();
    video.close(true);
    video.close(true);
    await settle(60_000);
    const ended = server.asked.filter(({ path }) => path.includes("/end-session/inv"));
    expect(ended).toEqual([
      { method: "POST", path: "/api/webrtc/end-session/inv", body: { session_id: "s1" }, keepalive: true },
    ]);
    expect(last().closed).toBe(true);
    video.use(stream);
    await settle();
    expect(FakePublisher.made).toHaveLength(2);
  });
});
