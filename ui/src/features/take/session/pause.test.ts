import { describe, expect, it } from "vitest";
import type { SessionEvent } from "./events";
import { ATTEMPT, DEADLINE, KEPT, LATER, NOW, opened, RUNNING, run, running, SNAPSHOT } from "./fixtures";
import type { AttemptChanged } from "./live";

const SINCE = new Date(NOW).toISOString();
const END = Date.parse(DEADLINE);
const changed = (change: AttemptChanged): SessionEvent => ({ type: "changed", change });
const paused = changed({ paused_since: SINCE, deadline: DEADLINE });
const tick = (now: number): SessionEvent => ({ type: "tick", now, slept: false });
const unsent: SessionEvent = { type: "journal", unsent: 1, durable: true };

describe("a pause", () => {
  it("sends what is unsent, is kept for a reload, and reaches other tabs", () => {
    const begun = running(unsent, paused);
    expect(begun.state).toMatchObject({ pausedSince: SINCE, snapshot: { paused_since: SINCE } });
    expect(begun.effects).toContainEqual({ type: "save", command: "flush" });
    expect(begun.effects).toContainEqual({ type: "broadcast", message: { type: "pause", since: SINCE } });
    // Said twice, it is one pause.
    expect(run([paused], begun.state).effects).toEqual([]);
    const other = running({ type: "tab", message: { type: "pause", since: SINCE } });
    expect(other.state.pausedSince).toBe(SINCE);
  });

  it("stops the clock: nothing is submitted, nor counted", () => {
    const late = running(paused, tick(END + 60_000));
    expect(late.state.phase.name).toBe("running");
    expect(late.effects).toContainEqual({ type: "count", question_id: undefined, leaving: false });
    const on = run([changed({ paused_since: null, deadline: LATER })], late.state);
    expect(on.state).toMatchObject({ pausedSince: undefined, deadline: LATER, noticedDeadline: DEADLINE });
    expect(run([tick(Date.parse(LATER))], on.state).state.phase).toEqual({
      name: "submitting",
      reason: "time",
    });
  });

  it("holds up a submit that the clock asked for, and not one of the candidate", () => {
    expect(running(tick(END), paused).state.phase.name).toBe("running");
    const asked = running({ type: "submit", reason: "asked" }, paused);
    expect(asked.state.phase).toMatchObject({ name: "submitting", reason: "asked" });
  });

  it("is not ended or begun by a reply to a save that is older than it", () => {
    const older = new Date(NOW - 1_000).toISOString();
    const later = new Date(NOW + 1_000).toISOString();
    const begun = running(paused);
    const reply = (server_time: string, paused_since: string | null) =>
      changed({ server_time, paused_since });
    expect(run([reply(older, null)], begun.state).state.pausedSince).toBe(SINCE);
    const over = run([reply(later, null)], begun.state);
    expect(over.state.pausedSince).toBeUndefined();
    expect(run([reply(later, SINCE)], over.state).state.pausedSince).toBeUndefined();
    // What says nothing of it changes nothing.
    expect(run([changed({ deadline: LATER })], begun.state).state.pausedSince).toBe(SINCE);
  });

  it("is known after a reload, with the server and without it", () => {
    const reply = { ...RUNNING, attempt: { ...ATTEMPT, paused_since: SINCE } };
    expect(run([opened(KEPT), { type: "loaded", reply }]).state.pausedSince).toBe(SINCE);
    const kept = { ...KEPT, snapshot: { ...SNAPSHOT, paused_since: SINCE } };
    const alone = run([opened(kept), { type: "timer", timer: "cached" }]);
    expect(alone.state.pausedSince).toBe(SINCE);
    // It ended while this browser was away.
    expect(run([{ type: "loaded", reply: RUNNING }], alone.state).state.pausedSince).toBeUndefined();
  });

  it("is asked about again and again: something between may hold back the stream that says its end", () => {
    const begun = running(paused);
    const wait = begun.effects.find((effect) => effect.type === "wait");
    expect(wait).toMatchObject({ timer: "sync" });
    // Not each second, and again after a call that failed.
    expect(run([tick(NOW + 1_000)], begun.state).names).not.toContain("sync");
    const due = run([{ type: "timer", timer: "sync" }, tick(NOW + 60_000)], begun.state);
    expect(due.names).toContain("sync");
    const still = run([{ type: "synced", deadline: DEADLINE, paused_since: SINCE }], due.state);
    expect(still.names).toContain("wait");
    expect(run([tick(NOW + 61_000)], still.state).names).not.toContain("sync");
    const over = run([{ type: "synced", deadline: LATER, paused_since: null }], due.state);
    expect(over.state).toMatchObject({ pausedSince: undefined, deadline: LATER });
    expect(over.names).not.toContain("wait");
    expect(run([tick(NOW + 61_000)], over.state).names).not.toContain("sync");
  });
});

describe("a break", () => {
  const UNTIL = new Date(NOW + 600_000).toISOString();
  const MOVED = new Date(END + 600_000).toISOString();
  const taken = changed({
    paused_since: SINCE,
    break_until: UNTIL,
    deadline: MOVED,
    breaks: { count: 1, next_seconds: 600 },
  });

  it("is known after a reload, and to other tabs", () => {
    const begun = running(unsent, taken);
    expect(begun.state).toMatchObject({
      pausedSince: SINCE,
      breakUntil: UNTIL,
      breaks: { count: 1 },
      snapshot: { paused_since: SINCE, break_until: UNTIL, breaks: { count: 1 } },
    });
    const message = { type: "pause", since: SINCE, until: UNTIL } as const;
    expect(begun.effects).toContainEqual({ type: "broadcast", message });
    expect(running({ type: "tab", message }).state.breakUntil).toBe(UNTIL);
    const kept = { ...KEPT, snapshot: { ...SNAPSHOT, paused_since: SINCE, break_until: UNTIL } };
    const alone = run([opened(kept), { type: "timer", timer: "cached" }]);
    expect(alone.state.breakUntil).toBe(UNTIL);
  });

  it("ends by itself, without the server", () => {
    const begun = running(taken);
    const before = run([tick(NOW + 599_000)], begun.state);
    expect(before.state.pausedSince).toBe(SINCE);
    const over = run([tick(NOW + 600_000)], before.state);
    expect(over.state).toMatchObject({ pausedSince: undefined, breakUntil: undefined, deadline: MOVED });
    // A reply that is older than its end does not begin it again.
    const late = changed({ server_time: UNTIL, paused_since: SINCE, break_until: UNTIL });
    expect(run([late], over.state).state.pausedSince).toBeUndefined();
    // The time that was given back is there.
    expect(run([tick(END + 1_000)], over.state).state.phase.name).toBe("running");
    expect(run([tick(END + 600_000)], over.state).state.phase.name).toBe("submitting");
  });

  it("becomes a pause when a proctor pauses the test", () => {
    const later = new Date(NOW + 60_000).toISOString();
    const paused = changed({ paused_since: later, break_until: null, deadline: DEADLINE });
    const state = run([paused], running(taken).state).state;
    expect(state).toMatchObject({ pausedSince: later, breakUntil: undefined });
    expect(run([tick(NOW + 700_000)], state).state.pausedSince).toBe(later);
  });
});
