import { describe, expect, it } from "vitest";
import type { SaveFailure } from "../journal/save-loop";
import type { SessionEvent } from "./events";
import { BUSY, INVALID, NETWORK, opened, REFUSED, REPLY, run, running, sending } from "./fixtures";

const ask: SessionEvent = { type: "submit", reason: "asked" };
const failed = (failure: SaveFailure, turn = 1): SessionEvent => ({ type: "submit_failed", turn, failure });
const submitted: SessionEvent = { type: "submitted", reply: REPLY, reason: "asked" };

describe("submit", () => {
  it("sends what must arrive before the end, then the answers", () => {
    const asked = running(ask);
    expect(asked.effects).toEqual([
      { type: "count", question_id: "b", leaving: false },
      { type: "write", patch: { submit_requested: true } },
      { type: "prepare", turn: 1 },
    ]);
    expect(run([{ type: "prepared", turn: 1 }], asked.state).effects).toEqual([
      { type: "submit", turn: 1, reason: "asked", bare: false },
    ]);
  });

  it("is sent once, however often it is asked for", () => {
    const { state } = running(ask);
    expect(run([ask], state)).toMatchObject({ state, effects: [] });
    expect(run([opened(), ask]).effects).toEqual([]);
  });

  it("shows the result once this browser's copy is deleted", () => {
    const over = sending(submitted);
    expect(over.effects).toEqual([
      { type: "finish", title: "Arithmetic", reply: REPLY, reason: "asked" },
      { type: "broadcast", message: { type: "submitted", reply: REPLY } },
      { type: "forget" },
      { type: "clear" },
    ]);
    expect(over.state.phase.name).toBe("submitting");
    const done = run([submitted, { type: "cleared" }], over.state);
    expect(done.state.phase).toEqual({ name: "done", reply: REPLY, reason: "asked" });
    expect(done.effects).toEqual([]);
  });

  it("retries with backoff, and at once when the network is back", () => {
    const waiting = sending(failed(NETWORK));
    expect(waiting.state.phase).toEqual({
      name: "submitting",
      reason: "asked",
      problem: NETWORK.detail,
      stuck: false,
    });
    expect(waiting.effects).toEqual([
      { type: "submit_toast", detail: NETWORK.detail },
      { type: "back_off", timer: "submit", failures: 1, retryAfter: undefined },
    ]);
    for (const next of [{ type: "online" }, { type: "timer", timer: "submit" }] as const) {
      expect(run([next], waiting.state).effects).toEqual([{ type: "prepare", turn: 1 }]);
      expect(run([next, next], waiting.state).effects).toEqual([]);
    }
    const again = run([{ type: "online" }, { type: "prepared", turn: 1 }, failed(BUSY)], waiting.state);
    expect(again.effects).toEqual([
      { type: "back_off", timer: "submit", failures: 2, retryAfter: BUSY.retryAfter },
    ]);
  });

  it("stops when the server refuses, until it is asked for again", () => {
    const stuck = sending(failed(REFUSED));
    expect(stuck.state.phase).toMatchObject({ problem: REFUSED.detail, stuck: true });
    expect(stuck.names).toEqual(["submit_toast"]);
    expect(run([{ type: "online" }, { type: "timer", timer: "submit" }], stuck.state).effects).toEqual([]);
    const { state, effects } = run([ask], stuck.state);
    expect(state.phase).toEqual({ name: "submitting", reason: "asked" });
    expect(effects).toContainEqual({ type: "prepare", turn: 2 });
  });

  it("submits without an answer that the server rejects, once the others are saved", () => {
    const rejected = sending(failed(INVALID));
    expect(rejected.effects).toEqual([{ type: "drain", turn: 1 }]);
    const wait = run([{ type: "drained", turn: 1, pending: true }], rejected.state);
    expect(wait.names).toEqual(["back_off"]);
    const bare = run([{ type: "drained", turn: 1, pending: false }], rejected.state);
    expect(bare.names).toEqual(["prepare"]);
    const sent = run([{ type: "prepared", turn: 1 }], bare.state);
    expect(sent.effects).toEqual([{ type: "submit", turn: 1, reason: "asked", bare: true }]);
    expect(run([failed(INVALID)], sent.state).state.phase).toMatchObject({ stuck: true });
  });
});

describe("back to the test", () => {
  const waiting = sending(failed(NETWORK)).state;
  const back = run([{ type: "cancel_submit" }], waiting);

  it("shows the questions, and forgets that a submit was asked for", () => {
    expect(back.state.phase).toEqual({ name: "running" });
    expect(back.effects).toEqual([{ type: "write", patch: { submit_requested: false } }]);
    expect(running({ type: "cancel_submit" }).effects).toEqual([]);
  });

  it("sends nothing more of the cancelled submit", () => {
    for (const late of [
      { type: "timer", timer: "submit" },
      { type: "prepared", turn: 1 },
      { type: "drained", turn: 1, pending: false },
      failed(REFUSED),
    ] as SessionEvent[]) {
      expect(run([late], back.state)).toMatchObject({ state: { phase: { name: "running" } }, effects: [] });
      // Nor does it disturb the next one.
      const next = run([ask], back.state).state;
      expect(run([late], next)).toMatchObject({ state: next, effects: [] });
    }
  });

  it("still ends if the server had received the submit", () => {
    expect(run([submitted, { type: "cleared" }], back.state).state.phase.name).toBe("done");
  });
});
