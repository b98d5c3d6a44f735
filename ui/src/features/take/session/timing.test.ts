import { describe, expect, it } from "vitest";
import type { SessionEvent } from "./events";
import {
  ATTEMPT,
  BUSY,
  DEADLINE,
  KEPT,
  LATER,
  NETWORK,
  NOW,
  opened,
  RUNNING,
  run,
  running,
} from "./fixtures";

const tick = (now: number, slept = false): SessionEvent => ({ type: "tick", now, slept });
const END = Date.parse(DEADLINE);
const unsent = { type: "journal", unsent: 1, durable: true } as const;
const flush = { type: "save", command: "flush" } as const;

describe("the clock", () => {
  it("counts view time, and reports it while the test runs", () => {
    expect(running(tick(NOW)).effects).toEqual([
      { type: "count", question_id: "b", leaving: false },
      { type: "report_time" },
    ]);
    expect(run([tick(NOW)]).effects).toEqual([{ type: "count", question_id: undefined, leaving: false }]);
  });

  it("submits at zero by the server's clock, not before", () => {
    expect(running(tick(END - 1)).state.phase.name).toBe("running");
    const over = running(tick(END));
    expect(over.state.phase).toEqual({ name: "submitting", reason: "time" });
    expect(over.names).toContain("prepare");
    // Not again while that is under way.
    expect(run([tick(END + 1_000)], over.state).names).toEqual(["count"]);
  });

  it("continues when lost time is given back", () => {
    const over = running(tick(END));
    const given = run([{ type: "changed", change: { deadline: LATER, submitted: false } }], over.state);
    expect(given.state).toMatchObject({ deadline: LATER, phase: { name: "running" } });
    const same = run([{ type: "changed", change: { deadline: DEADLINE, submitted: false } }], over.state);
    expect(same.state.phase.name).toBe("submitting");
  });

  it("knows which deadline the candidate has noticed, also over a reload", () => {
    const given = running({ type: "changed", change: { deadline: LATER } });
    expect(given.state).toMatchObject({ deadline: LATER, noticedDeadline: DEADLINE });
    expect(run([{ type: "noticed", deadline: LATER }], given.state).state.noticedDeadline).toBe(LATER);
    const reply = { ...RUNNING, attempt: { ...ATTEMPT, deadline: LATER } };
    const again = run([opened(KEPT), { type: "loaded", reply }]);
    expect(again.state).toMatchObject({ deadline: LATER, noticedDeadline: DEADLINE });
    expect(run([opened(), { type: "loaded", reply }]).state.noticedDeadline).toBe(LATER);
  });

  it("asks the server first if the computer slept", () => {
    const asked = running(tick(END, true));
    expect(asked.state.phase.name).toBe("running");
    expect(asked.names).toEqual(["count", "report_time", "sync"]);
    expect(run([tick(END, true)], asked.state).names).toEqual(["count", "report_time"]);
    const moved = run([{ type: "synced", deadline: LATER }], asked.state);
    expect(moved.state).toMatchObject({ deadline: LATER, snapshot: { deadline: LATER } });
    expect(moved.names).toEqual(["keep", "broadcast", "keep"]);
  });

  it("keeps by how much the clocks differ, for a reload without the server", () => {
    const asked = running(tick(NOW, true));
    expect(run([{ type: "synced", deadline: DEADLINE }], asked.state).names).toEqual(["keep"]);
    const failed = { type: "sync_failed", failure: BUSY, finished: false, now: NOW } as const;
    expect(run([failed], asked.state).names).toEqual(["back_off", "keep"]);
  });

  it("asks with backoff while the server is unreachable, and then submits by its own clock", () => {
    const failed = (now: number): SessionEvent => ({
      type: "sync_failed",
      failure: BUSY,
      finished: false,
      now,
    });
    const held = running(tick(NOW, true), failed(NOW));
    expect(held.effects).toEqual([
      { type: "back_off", timer: "sync", failures: 1, retryAfter: BUSY.retryAfter },
      expect.objectContaining({ type: "keep" }),
    ]);
    expect(run([tick(NOW, true)], held.state).names).not.toContain("sync");
    // What is not the clock does not wait.
    expect(run([{ type: "visible" }], held.state).names).toEqual(["refresh", "sync"]);
    const next = run([{ type: "timer", timer: "sync" }, tick(NOW, true)], held.state);
    expect(next.names).toContain("sync");
    const over = run([failed(END)], next.state);
    expect(over.state.phase).toEqual({ name: "submitting", reason: "time" });
    expect(over.effects[0]).toMatchObject({ type: "back_off", failures: 2 });
  });

  it("learns from a sync that the test has ended", () => {
    const finished = { type: "sync_failed", failure: NETWORK, finished: true, now: NOW } as const;
    expect(running({ type: "reload" }, finished).state.phase).toEqual({
      name: "submitting",
      reason: "ended",
    });
  });
});

describe("the event stream", () => {
  it("is shown, and sends unsent answers as soon as it is open", () => {
    const open = running(unsent, { type: "stream", open: true });
    expect(open.state.live).toBe(true);
    expect(open.effects).toEqual([flush]);
    expect(running({ type: "stream", open: true }).effects).toEqual([]);
    expect(run([{ type: "stream", open: false }], open.state)).toMatchObject({
      state: { live: false },
      effects: [],
    });
  });

  it("moves the deadline once, and notifies the other tabs", () => {
    const change: SessionEvent = { type: "changed", change: { deadline: LATER } };
    const moved = running(change);
    expect(moved.names).toEqual(["keep", "broadcast"]);
    expect(run([change], moved.state)).toEqual({ state: moved.state, effects: [], names: [] });
  });

  it("ends the test", () => {
    const ended = running({ type: "changed", change: { submitted: true } });
    expect(ended.state.phase).toEqual({ name: "submitting", reason: "ended" });
  });

  it("asks for what it missed, unless that is already asked", () => {
    const asked = running({ type: "reload" });
    expect(asked.names).toEqual(["sync"]);
    expect(run([{ type: "reload" }], asked.state).names).toEqual([]);
    expect(run([opened(), { type: "reload" }]).names).toEqual([]);
  });

  it("is shared with the other tabs", () => {
    const pushed = { name: "video.changed", data: {} } as const;
    expect(running({ type: "pushed", pushed }).effects).toEqual([
      { type: "push", pushed },
      { type: "broadcast", message: { type: "pushed", pushed } },
    ]);
  });
});

describe("the window", () => {
  it("sends unsent answers when it returns, and asks what changed if it was hidden", () => {
    expect(running(unsent, { type: "online" }).effects).toEqual([flush]);
    expect(running(unsent, { type: "visible" }).effects).toEqual([
      flush,
      { type: "refresh" },
      { type: "sync" },
    ]);
    expect(running({ type: "online" }).effects).toEqual([]);
  });

  it("counts the time until it was hidden, and sends without delay", () => {
    expect(running({ type: "leave", closing: false }).effects).toEqual([
      { type: "count", question_id: "b", leaving: true },
      flush,
    ]);
    expect(running({ type: "leave", closing: true }).names).toEqual(["count", "unload"]);
    expect(run([opened(KEPT), { type: "leave", closing: true }]).names).toEqual(["count"]);
  });
});
