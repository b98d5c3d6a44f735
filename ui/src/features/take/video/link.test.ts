import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CloseReason } from "@/api/types";
import {
  CONNECT_TIMEOUT_MS,
  IDLE,
  type Link,
  type LinkEvent,
  linkWords,
  RETRY_REPLACED,
  RETRY_WITH_STILLS,
  step,
  UNSTEADY,
} from "./link";

// The middle of the jitter range.
beforeEach(() => void vi.spyOn(Math, "random").mockReturnValue(0.5));
afterEach(() => void vi.restoreAllMocks());

const config = { type: "config", webrtc: true, boot: "b1" } as const;
const report = (type: "connected" | "disconnected" | "failed" | "closed", generation: number) =>
  ({ type, generation }) as const;

/** A link that receives events at given times, and wakes automatically when due. */
function drive() {
  let link: Link = IDLE;
  let now = 0;
  const hear = (...events: LinkEvent[]) => {
    for (const event of events) link = step(link, event, now);
    return link;
  };
  const pass = (ms: number) => {
    const end = now + ms;
    while (link.wakeAt !== undefined && link.wakeAt <= end) {
      now = link.wakeAt;
      hear({ type: "wake" });
    }
    now = end;
    return link;
  };
  return { hear, pass, link: () => link };
}

const up = () => {
  const it = drive();
  it.hear({ type: "start" }, config, report("connected", 1));
  return it;
};

describe("the video connection", () => {
  it("asks, connects and is up", () => {
    const it = drive();
    expect(it.hear({ type: "start" })).toMatchObject({ phase: "asking", asks: 1, generation: 0 });
    expect(it.hear(config)).toMatchObject({ phase: "connecting", generation: 1, boot: "b1" });
    expect(it.hear(report("connected", 1))).toMatchObject({ phase: "up", everUp: true, wakeAt: undefined });
    expect(it.pass(600_000)).toMatchObject({ phase: "up", asks: 1, generation: 1 });
  });

  it("sends stills if the server offers no media, and retries every 30 s", () => {
    const it = drive();
    it.hear({ type: "start" }, { ...config, webrtc: false });
    expect(it.link()).toMatchObject({ phase: "waiting", stills: true, generation: 0 });
    expect(it.pass(RETRY_WITH_STILLS - 1).asks).toBe(1);
    expect(it.pass(1)).toMatchObject({ phase: "asking", asks: 2, stills: true });
    it.hear(config, report("connected", 1));
    expect(it.link()).toMatchObject({ phase: "up", stills: false });
  });

  it("sends stills when nothing is up within ten seconds, and keeps trying", () => {
    const it = drive();
    it.hear({ type: "start" }, config);
    expect(it.pass(CONNECT_TIMEOUT_MS - 1)).toMatchObject({ phase: "connecting", stills: false });
    expect(it.pass(1)).toMatchObject({ phase: "waiting", stills: true });
    expect(it.pass(RETRY_WITH_STILLS)).toMatchObject({ phase: "asking", stills: true });
    expect(it.hear(config)).toMatchObject({ phase: "connecting", generation: 2, stills: true });
    expect(it.hear(report("connected", 2))).toMatchObject({ phase: "up", stills: false, failures: 0 });
  });

  it("sends stills after the second connection that failed", () => {
    const it = drive();
    it.hear({ type: "start" }, config, report("failed", 1));
    expect(it.link()).toMatchObject({ phase: "waiting", stills: false, failures: 1 });
    expect(it.pass(1_000)).toMatchObject({ phase: "asking" });
    it.hear(config, report("failed", 2));
    expect(it.link()).toMatchObject({ phase: "waiting", stills: true, failures: 2 });
    expect(it.pass(RETRY_WITH_STILLS - 1).phase).toBe("waiting");
  });

  it("tolerates a short break, and reconnects after three seconds", () => {
    const it = up();
    expect(it.hear(report("disconnected", 1))).toMatchObject({ phase: "unsteady" });
    it.pass(UNSTEADY - 1);
    expect(it.hear(report("connected", 1))).toMatchObject({ phase: "up", wakeAt: undefined });
    it.hear(report("disconnected", 1));
    expect(it.pass(UNSTEADY)).toMatchObject({ phase: "asking", asks: 2, stills: false });
    expect(it.hear(config)).toMatchObject({ phase: "connecting", generation: 2 });
  });

  it("ignores events of an older connection", () => {
    const it = up();
    it.hear(report("failed", 1));
    it.pass(1_000);
    it.hear(config);
    expect(it.hear(report("failed", 1), report("connected", 1), report("closed", 1))).toMatchObject({
      phase: "connecting",
      generation: 2,
    });
  });

  it("keeps the connection when only the stream of events broke", () => {
    const it = up();
    expect(it.hear({ type: "stream_lost" })).toMatchObject({ phase: "checking", asks: 2, generation: 1 });
    expect(it.hear(config)).toMatchObject({ phase: "up", generation: 1 });
    expect(it.hear({ type: "stream_open" })).toMatchObject({ phase: "checking", asks: 3 });
    expect(it.hear(config)).toMatchObject({ phase: "up", generation: 1 });
  });

  it("reconnects at once after a server restart", () => {
    const it = up();
    it.hear({ type: "stream_lost" }, { type: "unanswered" });
    expect(it.pass(2_500)).toMatchObject({ phase: "checking", asks: 3 });
    it.hear({ type: "unanswered" });
    it.pass(1_000);
    expect(it.hear({ ...config, boot: "b2" })).toMatchObject({
      phase: "connecting",
      generation: 2,
      boot: "b2",
    });
    expect(it.hear(report("connected", 2))).toMatchObject({ phase: "up" });
  });

  it("reconnects when the server no longer knows it", () => {
    const it = up();
    it.hear({ type: "stream_open" }, report("closed", 1));
    expect(it.link()).toMatchObject({ phase: "waiting" });
    expect(it.pass(1_000)).toMatchObject({ phase: "asking" });
  });

  it("shows the close reason, and waits where another page replaced it", () => {
    const ended = (code: CloseReason, reason: string) => {
      const it = up();
      it.hear({ type: "closed", generation: 1, code, reason });
      return it;
    };
    const restarting = ended("server_stopping", "The server is restarting.");
    expect(linkWords(restarting.link())?.text).toBe(
      "The video connection is lost: The server is restarting. Trying again. Your answers are saved independently.",
    );
    restarting.pass(1_000);
    restarting.hear(config, report("connected", 2));
    expect(linkWords(restarting.link())?.text).toBe("The video is connected.");
    const replaced = ended("replaced", "Another connection took its place.");
    expect(replaced.pass(RETRY_REPLACED - 1)).toMatchObject({ phase: "waiting", stills: false, failures: 0 });
    expect(replaced.pass(1)).toMatchObject({ phase: "asking" });
    const over = ended("test_ended", "The test has ended.");
    expect(over.pass(3_600_000)).toMatchObject({ phase: "refused", detail: "The test has ended." });
  });

  it("counts a silent server neither as failure nor as reason for stills, and reconnects once it is back", () => {
    const it = drive();
    it.hear({ type: "start" });
    for (let n = 0; n < 8; n++) {
      it.hear({ type: "unanswered" });
      it.pass(15_000);
      expect(it.link()).toMatchObject({ phase: "asking", stills: false, failures: 0 });
    }
    it.hear({ type: "unanswered" });
    expect(it.hear({ type: "stream_open" })).toMatchObject({ phase: "asking" });
    it.hear({ type: "unanswered" });
    expect(it.hear({ type: "online" })).toMatchObject({ phase: "asking" });
  });

  it("waits when the offer gets no reply", () => {
    const it = drive();
    it.hear({ type: "start" }, config, { type: "unanswered" });
    expect(it.link()).toMatchObject({ phase: "waiting", silent: 1, stills: false });
  });

  it("respects Retry-After when rate limited or full", () => {
    const it = drive();
    it.hear({ type: "start" }, config, { type: "failed", generation: 1, retryAfter: 20_000 });
    expect(it.pass(19_999)).toMatchObject({ phase: "waiting" });
    expect(it.pass(5_001)).toMatchObject({ phase: "asking", stills: false });
    it.hear({ type: "unanswered", retryAfter: 60_000 });
    expect(it.pass(59_999)).toMatchObject({ phase: "waiting" });
  });

  it("stops once refused, until restarted", () => {
    const it = up();
    it.hear({ type: "refused", detail: "Elsewhere." });
    it.pass(3_600_000);
    it.hear({ type: "online" }, { type: "stream_open" });
    expect(it.link()).toMatchObject({ phase: "refused", stills: false, wakeAt: undefined });
    expect(it.hear({ type: "start" })).toMatchObject({ phase: "asking", detail: undefined });
  });

  it("resets everything but its counters when stopped", () => {
    const it = up();
    expect(it.hear({ type: "stop" })).toEqual({ ...IDLE, generation: 1, asks: 1 });
    expect(it.hear(config, report("failed", 1), { type: "wake" }).phase).toBe("idle");
  });

  it("promises no video of a camera that shows nothing", () => {
    const it = drive();
    expect(linkWords(it.hear({ type: "start" }), false)).toBeUndefined();
    expect(linkWords(it.hear(config), false)).toBeUndefined();
    expect(linkWords(it.hear(report("connected", 1)), false)?.text).toBe("The connection is fine.");
  });

  it("describes each state", () => {
    const text = (link: Link) => linkWords(link)?.text;
    expect(text(IDLE)).toBeUndefined();
    const it = drive();
    expect(text(it.hear({ type: "start" }))).toBe("Connecting the video…");
    expect(text(it.hear(config))).toBe("Connecting the video…");
    expect(text(it.hear(report("connected", 1)))).toBe("The video is connected.");
    expect(text(it.hear(report("disconnected", 1)))).toBe(
      "The video connection is lost; trying again. Your answers are saved independently.",
    );
    it.pass(UNSTEADY);
    it.hear(config);
    expect(text(it.pass(CONNECT_TIMEOUT_MS))).toMatch(/A still picture is sent every 5 seconds\./);
    expect(text(it.hear({ type: "refused", detail: "Elsewhere." }))).toMatch(/cannot be sent: Elsewhere\./);
  });
});
