import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiFailure, NetworkFailure } from "@/api/errors";
import type { ErrorCode } from "@/api/types";
import { refusal, sessionIsUnknown } from "./calls";
import { encodings, vp8First } from "./publisher";
import { withOpusThrift } from "./sdp";
import { statsWords } from "./stats";
import { EVERY, StillLoop, stillSize } from "./still-frames";

describe("Opus parameters of the SDP answer", () => {
  const head = "v=0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\na=rtpmap:111 opus/48000/2\r\n";

  it("adds parameters to existing ones", () => {
    const sdp = withOpusThrift(`${head}a=fmtp:111 minptime=10;useinbandfec=1\r\na=mid:1\r\n`, 24_000);
    expect(sdp).toBe(
      `${head}a=fmtp:111 minptime=10;useinbandfec=1;usedtx=1;maxaveragebitrate=24000\r\na=mid:1\r\n`,
    );
    expect(withOpusThrift(sdp, 24_000)).toBe(sdp);
  });

  it("adds a missing fmtp line in every section", () => {
    const both = `${head}a=mid:1\r\n${head.replaceAll("111", "96")}a=mid:3\r\n`;
    const sdp = withOpusThrift(both, 24_000);
    expect(sdp).toContain("opus/48000/2\r\na=fmtp:111 usedtx=1;maxaveragebitrate=24000\r\na=mid:1");
    expect(sdp).toContain("opus/48000/2\r\na=fmtp:96 usedtx=1;maxaveragebitrate=24000\r\na=mid:3");
    expect(withOpusThrift("v=0\r\na=rtpmap:96 VP8/90000\r\n", 24_000)).toBe(
      "v=0\r\na=rtpmap:96 VP8/90000\r\n",
    );
  });
});

describe("layers", () => {
  it("are a low one that is always active and a high one that starts inactive", () => {
    expect(encodings(640, 480)).toEqual([
      { rid: "l", active: true, maxBitrate: 100_000, maxFramerate: 5, scaleResolutionDownBy: 2 },
      { rid: "h", active: false, maxBitrate: 500_000, maxFramerate: 15, scaleResolutionDownBy: 1 },
    ]);
    const scales = (w: number, h: number) => encodings(w, h).map((e) => e.scaleResolutionDownBy);
    expect(scales(1280, 720)).toEqual([4, 2]);
    expect(scales(160, 120)).toEqual([1, 1]);
  });

  it("come as VP8 first", () => {
    const names = ["video/H264", "video/VP8", "video/rtx", "video/AV1"].map((mimeType) => ({ mimeType }));
    expect(vp8First(names).map((c) => c.mimeType)).toEqual([
      "video/VP8",
      "video/H264",
      "video/rtx",
      "video/AV1",
    ]);
  });
});

it("distinguishes a permanent refusal from a temporary one", () => {
  const failure = (status: number, code: ErrorCode) => new ApiFailure(status, { code, detail: "Words." });
  expect(refusal(failure(409, "attempt_elsewhere"))).toBe("Words.");
  expect(refusal(failure(410, "finished"))).toBe("Words.");
  expect(refusal(failure(404, "unknown_link"))).toBe("Words.");
  expect(refusal(failure(404, "unknown_session"))).toBeUndefined();
  expect(refusal(failure(503, "busy"))).toBeUndefined();
  expect(refusal(new NetworkFailure())).toBeUndefined();
  expect(sessionIsUnknown(failure(404, "unknown_session"))).toBe(true);
  expect(sessionIsUnknown(failure(404, "unknown_link"))).toBe(false);
});

describe("still pictures", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const picture = new Blob(["x"], { type: "image/jpeg" });

  it("fit into 320 x 240 and keep their aspect ratio", () => {
    expect(stillSize(640, 480)).toEqual({ width: 320, height: 240 });
    expect(stillSize(1280, 720)).toEqual({ width: 320, height: 180 });
    expect(stillSize(480, 640)).toEqual({ width: 180, height: 240 });
    expect(stillSize(160, 120)).toEqual({ width: 160, height: 120 });
  });

  it("are sent every five seconds, one at a time, despite failures, until stopped", async () => {
    const put = vi.fn<(picture: Blob) => Promise<void>>().mockResolvedValue();
    const failures: unknown[] = [];
    let sent = 0;
    const grab = vi.fn(async (): Promise<Blob | undefined> => picture);
    const loop = new StillLoop({ grab, put, onFailure: (e) => failures.push(e), onSent: () => void sent++ });
    loop.start();
    loop.start();
    await vi.advanceTimersByTimeAsync(0);
    expect(put).toHaveBeenCalledTimes(1);
    put.mockRejectedValueOnce(new NetworkFailure());
    await vi.advanceTimersByTimeAsync(EVERY);
    expect([put.mock.calls.length, failures.length, sent]).toEqual([2, 1, 1]);
    grab.mockResolvedValueOnce(undefined);
    await vi.advanceTimersByTimeAsync(EVERY);
    expect(put).toHaveBeenCalledTimes(2);

    let arrived = (): void => undefined;
    put.mockReturnValueOnce(new Promise<void>((done) => (arrived = done)));
    await vi.advanceTimersByTimeAsync(20 * EVERY);
    expect(put).toHaveBeenCalledTimes(3);
    arrived();
    await vi.advanceTimersByTimeAsync(EVERY);
    expect(put).toHaveBeenCalledTimes(4);
    loop.stop();
    await vi.advanceTimersByTimeAsync(20 * EVERY);
    expect(put).toHaveBeenCalledTimes(4);
  });
});

it("describes the path and the layers in a line each", () => {
  const report = [
    { id: "t", type: "transport", selectedCandidatePairId: "p" },
    {
      id: "p",
      type: "candidate-pair",
      localCandidateId: "a",
      remoteCandidateId: "b",
      currentRoundTripTime: 0.012,
    },
    { id: "a", type: "local-candidate", protocol: "udp" },
    { id: "b", type: "remote-candidate", address: "192.0.2.1", port: 8081 },
    {
      id: "l",
      type: "outbound-rtp",
      kind: "video",
      rid: "l",
      frameWidth: 320,
      frameHeight: 240,
      framesPerSecond: 5,
    },
    // As reported by Chromium and by Firefox.
    { id: "h", type: "outbound-rtp", kind: "video", rid: "h", active: false, frameWidth: 640 },
    {
      id: "f",
      type: "outbound-rtp",
      kind: "video",
      rid: "h",
      frameWidth: 0,
      frameHeight: 0,
      framesPerSecond: 0,
    },
    { id: "s", type: "outbound-rtp", kind: "audio" },
  ];
  expect(statsWords(report)).toEqual({ path: "udp to 192.0.2.1:8081, 12 ms", sent: "l 320 x 240, 5 fps" });
  expect(statsWords([])).toEqual({ path: "none", sent: "nothing" });
});
