import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Publisher, type PublisherReport } from "./publisher";

const TO = { token: "tok", key: "k", inviteId: "inv" };
const CONFIG = { webrtc: true, ice_servers: [{ urls: "stun:192.0.2.1" }], boot: "b" };

const track = (kind: string) => ({ kind, getSettings: () => ({ width: 1280, height: 720 }) });
const stream = (...kinds: string[]) =>
  ({
    getVideoTracks: () => (kinds.includes("video") ? [track("video")] : []),
    getAudioTracks: () => (kinds.includes("audio") ? [track("audio")] : []),
  }) as unknown as MediaStream;

/** The subset of RTCPeerConnection that the publisher uses. */
class FakeConnection {
  connectionState = "new";
  onconnectionstatechange: (() => void) | null = null;
  localDescription: { sdp: string } | null = null;
  readonly lines: { kind: string; init: RTCRtpTransceiverInit }[] = [];
  readonly active: boolean[] = [];
  readonly replaced: unknown[] = [];
  preference: RTCDegradationPreference | undefined;
  answer = "";
  closed = false;
  addTransceiver(of: string | { kind: string }, init: RTCRtpTransceiverInit = {}) {
    const kind = typeof of === "string" ? of : of.kind;
    this.lines.push({ kind, init });
    let { sendEncodings: encodings } = init;
    return {
      receiver: { track: track(kind) },
      setCodecPreferences: () => undefined,
      sender: {
        replaceTrack: async (next: unknown) => void this.replaced.push(next),
        getParameters: () => structuredClone({ encodings }),
        setParameters: async (next: Pick<RTCRtpSendParameters, "encodings" | "degradationPreference">) => {
          encodings = next.encodings;
          this.preference = next.degradationPreference ?? this.preference;
          this.active.push(encodings.find((e) => e.rid === "h")?.active ?? false);
        },
      },
    };
  }
  async setLocalDescription() {
    this.localDescription = { sdp: "v=0 offer" };
  }
  async setRemoteDescription({ sdp }: { sdp: string }) {
    this.answer = sdp;
  }
  close() {
    this.closed = true;
  }
  becomes(state: string) {
    this.connectionState = state;
    this.onconnectionstatechange?.();
  }
}

describe("a connection to the server", () => {
  const fetched = vi.fn<typeof fetch>();
  const reply = (value: unknown, status = 200) => new Response(JSON.stringify(value), { status });
  const ANSWER = { session_id: "s1", type: "answer", sdp: "a=rtpmap:111 opus/48000/2\r\n", cursor: 4 };
  let pc: FakeConnection;
  let said: PublisherReport[];
  beforeEach(() => {
    vi.stubGlobal("fetch", fetched);
    fetched.mockReset().mockImplementation(async () => reply(ANSWER));
    pc = new FakeConnection();
    said = [];
  });
  afterEach(() => void vi.unstubAllGlobals());
  const publish = (from: MediaStream | undefined = stream("video", "audio")) =>
    new Publisher({
      to: TO,
      config: CONFIG,
      stream: from,
      report: (report) => said.push(report),
      connect: (config) => {
        expect(config.iceServers).toEqual(CONFIG.ice_servers);
        return pc as unknown as RTCPeerConnection;
      },
    });
  const shape = () => pc.lines.map(({ kind, init }) => `${kind} ${init.direction}`);
  const WHOLE = ["video sendonly", "audio sendonly", "video recvonly", "audio recvonly"];

  it("always offers the same four media sections, regardless of the devices", () => {
    for (const from of [stream("video", "audio"), stream("video"), stream()]) {
      pc = new FakeConnection();
      publish(from);
      expect(shape()).toEqual(WHOLE);
      const [video, audio] = pc.lines.map(({ init }) => init.sendEncodings);
      expect(video?.map((e) => e.rid)).toEqual(["l", "h"]);
      expect(audio).toEqual([{ maxBitrate: 24_000 }]);
    }
  });

  it("offers, applies the answer with Opus DTX, and reports the connection state", async () => {
    const publisher = publish();
    await publisher.open();
    const [url, init] = fetched.mock.calls[0] ?? [];
    expect(url).toBe("/api/webrtc/offer");
    expect(JSON.parse(String(init?.body))).toEqual({ type: "offer", sdp: "v=0 offer", invite_id: "inv" });
    expect(pc.answer).toContain("usedtx=1;maxaveragebitrate=24000");
    for (const state of ["connecting", "connected", "disconnected", "failed"]) pc.becomes(state);
    expect(said).toEqual([
      { type: "session", id: "s1", cursor: 4 },
      { type: "connected" },
      { type: "disconnected" },
      { type: "failed" },
    ]);
  });

  it("distinguishes a silent server, a refusal and a failure", async () => {
    const outcome = async () => {
      said = [];
      await publish().open();
      return said;
    };
    fetched.mockRejectedValueOnce(new TypeError("gone"));
    expect(await outcome()).toEqual([{ type: "unanswered" }]);
    fetched.mockResolvedValueOnce(
      reply({ detail: "Elsewhere.", code: "attempt_elsewhere", request_id: "r" }, 409),
    );
    expect(await outcome()).toEqual([{ type: "refused", detail: "Elsewhere." }]);
    fetched.mockResolvedValueOnce(reply({ detail: "Too many.", code: "too_many", request_id: "r" }, 429));
    expect(await outcome()).toEqual([{ type: "failed" }]);
  });

  it("changes layers sequentially, and only after the answer", async () => {
    const publisher = publish();
    publisher.setHigh(true);
    publisher.setHigh(true);
    expect(pc.active).toEqual([]);
    await publisher.open();
    publisher.setHigh(false);
    publisher.setHigh(true);
    await vi.waitFor(() => expect(pc.active).toEqual([false, true, false, true]));
    expect(pc.preference).toBe("maintain-resolution");
  });

  it("releases a session whose answer came too late", async () => {
    const publisher = publish();
    const opened = publisher.open();
    publisher.close();
    await opened;
    expect(pc.closed).toBe(true);
    expect(fetched.mock.calls[1]?.[0]).toBe("/api/webrtc/end-session/inv");
    expect(JSON.parse(String(fetched.mock.calls[1]?.[1]?.body))).toEqual({ session_id: "s1" });
    pc.becomes("failed");
    expect(said).toEqual([]);
  });

  it("switches to another camera, or none", async () => {
    const publisher = publish();
    await publisher.use(undefined);
    await publisher.use(stream("video"));
    expect(pc.replaced).toEqual([null, null, expect.objectContaining({ kind: "video" }), null]);
  });
});
