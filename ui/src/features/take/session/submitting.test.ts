import { describe, expect, it } from "vitest";
import type { Drained, SaveFailure } from "../journal/save-loop";
import type { SessionEvent } from "./events";
import {
  BUSY,
  FOREIGN,
  INVALID,
  NETWORK,
  opened,
  PREPARED,
  REFUSED,
  REPLY,
  run,
  running,
  sending,
} from "./fixtures";

const ask: SessionEvent = { type: "submit", reason: "asked" };
const failed = (failure: SaveFailure, turn = 1): SessionEvent => ({ type: "submit_failed", turn, failure });
const submitted: SessionEvent = { type: "submitted", reply: REPLY, reason: "asked", missing: [] };
const drained = (left: Drained, turn = 1): SessionEvent => ({ type: "drained", turn, left });

describe("submit", () => {
  it("sends what must arrive before the end, then the answers", () => {
    const asked = running(ask);
    expect(asked.effects).toEqual([
      { type: "count", question_id: "b", leaving: false },
      { type: "write", patch: { submit_requested: true } },
      { type: "prepare", turn: 1 },
    ]);
    expect(run([PREPARED], asked.state).effects).toEqual([
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
      { type: "finish", title: "Arithmetic", reply: REPLY, reason: "asked", missing: [] },
      { type: "broadcast", message: { type: "submitted", reply: REPLY } },
      { type: "forget" },
      { type: "clear" },
    ]);
    expect(over.state.phase.name).toBe("submitting");
    const done = run([submitted, { type: "cleared" }], over.state);
    expect(done.state.phase).toEqual({ name: "done", reply: REPLY, reason: "asked", missing: [] });
    expect(done.effects).toEqual([]);
  });

  it("retries with backoff, and at once when the network is back", () => {
    const failing = sending(failed(NETWORK));
    expect(failing.state.phase).toEqual({
      name: "submitting",
      reason: "asked",
      problem: {},
      stuck: false,
    });
    expect(failing.effects).toEqual([
      { type: "submit_toast", detail: NETWORK.detail },
      { type: "drain", turn: 1 },
    ]);
    const waiting = run([drained("hopeful")], failing.state);
    expect(waiting.effects).toEqual([
      { type: "back_off", timer: "submit", failures: 2, retryAfter: undefined },
    ]);
    for (const next of [{ type: "online" }, { type: "timer", timer: "submit" }] as const) {
      expect(run([next], waiting.state).effects).toEqual([{ type: "drain", turn: 1 }]);
      expect(run([next, next], waiting.state).effects).toEqual([]);
    }
  });

  it("waits for a busy server as long as it asks, and sends the same again", () => {
    const busy = sending(failed(BUSY));
    expect(busy.effects).toEqual([
      { type: "submit_toast", detail: BUSY.detail },
      { type: "back_off", timer: "submit", failures: 1, retryAfter: BUSY.retryAfter },
    ]);
    const again = run([{ type: "online" }, PREPARED], busy.state);
    expect(again.effects).toEqual([{ type: "submit", turn: 1, reason: "asked", bare: false }]);
  });

  it("stops when the server refuses, until it is asked for again", () => {
    const stuck = sending(failed(REFUSED));
    expect(stuck.state.phase).toMatchObject({ problem: { detail: REFUSED.detail }, stuck: true });
    expect(stuck.names).toEqual(["submit_toast"]);
    expect(run([{ type: "online" }, { type: "timer", timer: "submit" }], stuck.state).effects).toEqual([]);
    const { state, effects } = run([ask], stuck.state);
    expect(state.phase).toEqual({ name: "submitting", reason: "asked" });
    expect(effects).toContainEqual({ type: "prepare", turn: 2 });
  });

  it.each([INVALID, FOREIGN, NETWORK])("goes without the answers that hold it up ($kind)", (failure) => {
    const rejected = sending(failed(failure));
    expect(rejected.effects).toContainEqual({ type: "drain", turn: 1 });
    expect(run([drained("hopeful")], rejected.state).names).toEqual(["back_off"]);
    for (const left of ["done", "hopeless"] as const) {
      const bare = run([drained(left)], rejected.state);
      expect(bare.names).toEqual(["prepare"]);
      const sent = run([{ ...PREPARED, troubled: true }], bare.state);
      expect(sent.effects).toEqual([{ type: "submit", turn: 1, reason: "asked", bare: true }]);
      expect(run([failed(INVALID)], sent.state).state.phase).toMatchObject({ stuck: true });
      // Every further try begins with the answers.
      const waiting = run([failed(FOREIGN)], sent.state);
      expect(waiting.names).toContain("back_off");
      expect(run([{ type: "online" }], waiting.state).effects).toEqual([{ type: "drain", turn: 1 }]);
    }
  });

  it("begins with the answers where one is known not to get through", () => {
    const asked = running(ask, { ...PREPARED, troubled: true });
    expect(asked.effects).toEqual([{ type: "drain", turn: 1 }]);
  });

  it("names what it left out", () => {
    const bare = sending(failed(FOREIGN), drained("hopeless"), PREPARED);
    const over = run([{ ...submitted, missing: ["b"] }], bare.state);
    expect(over.effects).toContainEqual(expect.objectContaining({ type: "finish", missing: ["b"] }));
    expect(over.names).toContain("clear");
    expect(run([{ type: "cleared" }], over.state).state.phase).toMatchObject({ missing: ["b"] });
  });
});

describe("back to the test", () => {
  const waiting = sending(failed(NETWORK), drained("hopeful")).state;
  const back = run([{ type: "cancel_submit" }], waiting);

  it("shows the questions, and forgets that a submit was asked for", () => {
    expect(back.state.phase).toEqual({ name: "running" });
    expect(back.effects).toEqual([{ type: "write", patch: { submit_requested: false } }]);
    expect(running({ type: "cancel_submit" }).effects).toEqual([]);
  });

  it("sends nothing more of the cancelled submit", () => {
    for (const late of [
      { type: "timer", timer: "submit" },
      PREPARED,
      drained("done"),
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
