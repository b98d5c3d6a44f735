import { describe, expect, it } from "vitest";
import {
  IDLE,
  INTERRUPTED,
  type Link,
  type LinkEvent,
  LOST,
  NOT_MADE,
  RECONNECT_GRACE_MS,
  SETUP,
  STANDS_STILL,
  type Step,
  step,
} from "./link";
import type { Flow } from "./peer";

/** Runs events; `g` is the current generation. */
function run(events: ((g: number) => LinkEvent)[], from: Link = IDLE) {
  let last: Step = { state: from, effects: [] };
  for (const event of events) last = step(last.state, event(last.state.generation));
  return { link: last.state, effects: last.effects };
}
const start = (): LinkEvent => ({ type: "start" });
const ice =
  (state: RTCPeerConnectionState) =>
  (generation: number): LinkEvent => ({ type: "ice", generation, state });
const timer =
  (name: "setup" | "grace" | "retry") =>
  (generation: number): LinkEvent => ({
    type: "timer",
    generation,
    timer: name,
  });
const refused =
  (final: boolean, words = "no") =>
  (generation: number): LinkEvent => ({
    type: "refused",
    generation,
    final,
    words,
  });

describe("a watching connection", () => {
  it("is not asked for again, and is no failure, where the server has no live video", () => {
    const off = (generation: number): LinkEvent => ({
      type: "refused",
      generation,
      final: true,
      off: true,
      words: "Live video is not available on this server.",
    });
    const { link, effects } = run([start, off]);
    expect(link).toMatchObject({ phase: "disconnected", ended: true });
    expect(effects).toEqual([{ type: "close" }]);
  });

  it("opens once, and limits how long it may take", () => {
    const first = run([start]);
    expect(first.link).toMatchObject({ phase: "connecting", generation: 1 });
    expect(first.effects).toEqual([
      { type: "close" },
      { type: "open", generation: 1 },
      { type: "wait", timer: "setup", ms: SETUP, generation: 1 },
    ]);
    expect(run([start], first.link).effects).toEqual([]);
    expect(run([start, timer("setup")]).link).toMatchObject({ phase: "failed", tries: 1, words: NOT_MADE });
  });

  it("shows no message once connected, and resets the failure count", () => {
    const { link } = run([start, refused(false), timer("retry"), ice("connected")]);
    expect(link).toMatchObject({ phase: "connected", tries: 0, words: null, generation: 2 });
    expect(run([timer("setup")], link).link.phase).toBe("connected");
  });

  it("waits three seconds before it abandons a disconnected one", () => {
    const broken = run([start, ice("connected"), ice("disconnected")]);
    expect(broken.link).toMatchObject({ phase: "connected", words: INTERRUPTED });
    expect(broken.effects).toEqual([{ type: "wait", timer: "grace", ms: RECONNECT_GRACE_MS, generation: 1 }]);
    const healed = run([ice("connected"), timer("grace")], broken.link);
    expect(healed.link).toMatchObject({ phase: "connected", generation: 1, words: null });
    const over = run([timer("grace")], broken.link);
    expect(over.link).toMatchObject({ phase: "failed", words: LOST });
    expect(run([timer("retry")], over.link).link).toMatchObject({
      phase: "connecting",
      generation: 2,
      words: LOST,
    });
  });

  it("retries forever with backoff", () => {
    const waits: number[] = [];
    let { link } = run([start]);
    for (let n = 0; n < 8; n++) {
      const failed = run([refused(false)], link);
      const wait = failed.effects.find((effect) => effect.type === "wait");
      waits.push(wait?.type === "wait" ? wait.ms : -1);
      link = run([timer("retry")], failed.link).link;
    }
    expect(waits).toEqual([300, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000, 8_000]);
    expect(link).toMatchObject({ phase: "connecting", generation: 9 });
  });

  it.each([
    ["failed", ice("failed")],
    ["closed under us", ice("closed")],
    ["unknown to a restarted server", (generation: number): LinkEvent => ({ type: "unknown", generation })],
    ["without a picture", (generation: number): LinkEvent => ({ type: "flow", generation, flow: "stalled" })],
  ])("reconnects when it is %s", (_, event) => {
    const gone = run([start, ice("connected"), event]);
    expect(gone.link).toMatchObject({ phase: "failed", words: LOST });
    expect(gone.effects).toContainEqual({ type: "wait", timer: "retry", ms: 300, generation: 1 });
  });

  it("reports a frozen video, and its recovery", () => {
    const flow =
      (name: Flow) =>
      (generation: number): LinkEvent => ({ type: "flow", generation, flow: name });
    const still = run([start, ice("connected"), flow("slow")]).link;
    expect(still).toMatchObject({ phase: "connected", words: STANDS_STILL });
    expect(run([flow("fine")], still).link.words).toBeNull();
    expect(run([start, flow("stalled")]).link.phase).toBe("connecting");
  });

  it("stops on a permanent refusal, and can be started again", () => {
    const refusedFor = "Test must be in progress to start monitoring";
    const { link, effects } = run([start, refused(true, refusedFor)]);
    expect(link).toMatchObject({ phase: "failed", ended: true, words: refusedFor });
    expect(effects).toEqual([{ type: "close" }]);
    expect(run([timer("retry")], link).link).toEqual(link);
    expect(run([start], link).link).toMatchObject({ phase: "connecting", ended: false, generation: 2 });
  });

  it("ignores events of a replaced or stopped connection", () => {
    const second = run([start, refused(false), timer("retry")]).link;
    const stale: LinkEvent = { type: "ice", generation: 1, state: "connected" };
    expect(step(second, stale)).toEqual({ state: second, effects: [] });
    const stopped = run([start, ice("connected"), () => ({ type: "stop" })]);
    expect(stopped.link).toMatchObject({ phase: "disconnected", words: null, ended: true });
    expect(step(stopped.link, stale).state).toEqual(stopped.link);
  });

  it("ends quietly when the test ends", () => {
    const closed = (generation: number): LinkEvent => ({
      type: "closed",
      generation,
      final: true,
      words: "The test has ended.",
    });
    expect(run([start, ice("connected"), closed]).link).toMatchObject({
      phase: "disconnected",
      words: "The test has ended.",
    });
  });
});
