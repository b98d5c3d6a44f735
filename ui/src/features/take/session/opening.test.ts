import { describe, expect, it } from "vitest";
import type { SessionEvent } from "./events";
import {
  ATTEMPT,
  CLOSED,
  KEPT,
  merged,
  NETWORK,
  NOW,
  opened,
  PREPARED,
  REFUSED,
  RUNNING,
  run,
  running,
  SNAPSHOT,
  test,
} from "./fixtures";

const failed = { type: "load_failed", failure: NETWORK } as const;
const finished = { type: "load_refused", code: "finished", detail: "Already submitted." } as const;

describe("a first visit", () => {
  it("asks the server, and shows the intro", () => {
    const asked = run([{ type: "open" }, opened()]);
    expect(asked.names).toEqual(["watch", "load"]);
    expect(asked.state.phase).toEqual({ name: "loading" });
    const { state, names } = run([{ type: "loaded", reply: test() }], asked.state);
    expect(state).toMatchObject({ phase: { name: "intro" }, intro: { elsewhere: false } });
    expect(names).toEqual([]);
  });

  it("reports an unreachable server, and retries with backoff, at once when asked", () => {
    const waiting = run([opened(), failed, { type: "timer", timer: "load" }, failed]);
    expect(waiting.state.phase).toEqual({ name: "unreachable", detail: NETWORK.detail });
    expect(waiting.effects).toEqual([
      { type: "back_off", timer: "load", failures: 2, retryAfter: undefined },
    ]);
    for (const type of ["retry_load", "online"] as const) {
      expect(run([{ type }], waiting.state).names).toEqual(["load"]);
      expect(run([{ type }, { type }], waiting.state).names).toEqual([]);
    }
  });

  it("starts: the key first, then the questions once their answers are merged", () => {
    const { state, names } = run([opened(), { type: "loaded", reply: test() }, { type: "start" }]);
    expect(names).toEqual(["start"]);
    const started = run(
      [
        { type: "key", key: "new" },
        { type: "started", attempt: ATTEMPT },
      ],
      state,
    );
    expect(started.names).toEqual(["keep", "merge"]);
    expect(started.state).toMatchObject({ key: "new", phase: { name: "intro" }, deadline: ATTEMPT.deadline });
    const shown = run([merged(false), { type: "begin", monitoring: "without" }], started.state);
    expect(shown.state).toMatchObject({
      phase: { name: "running" },
      save: { kind: "saved", at: NOW },
      following: true,
    });
    expect(shown.effects).toEqual([{ type: "write", patch: { monitoring: "without" } }]);
  });

  it("reports that another browser holds the attempt, and continues once it was released", () => {
    const { state } = run([opened(), { type: "loaded", reply: test({ in_progress: true }) }]);
    expect(state.intro?.elsewhere).toBe(true);
    const taken = run(
      [
        { type: "key", key: "new" },
        { type: "started", attempt: ATTEMPT },
      ],
      state,
    ).state;
    expect(taken.intro?.elsewhere).toBe(false);
  });

  it("loads again when the test has opened meanwhile", () => {
    const { state } = run([opened(), { type: "loaded", reply: CLOSED }]);
    expect(run([{ type: "tick", now: NOW - 1, slept: false }], state).names).toEqual(["count"]);
    const open = run([{ type: "tick", now: NOW, slept: false }], state);
    expect(open.names).toEqual(["count", "load"]);
    expect(open.state.intro?.blocked_code).toBeUndefined();
  });

  it("keeps undelivered text of a test that is not available any more, and deletes the rest", () => {
    const refused = { type: "load_refused", code: "revoked", detail: "Revoked." } as const;
    const clean = run([opened(), refused]);
    expect(clean.names).toEqual(["forget", "clear"]);
    expect(clean.state.phase).toEqual({ name: "loading" });
    expect(run([{ type: "cleared" }], clean.state).state.phase).toEqual({
      name: "fatal",
      detail: "Revoked.",
      code: "revoked",
    });
    const unsent = run([opened(KEPT, 2), refused]);
    expect(unsent.names).toEqual(["forget"]);
    expect(unsent.state).toMatchObject({ phase: { name: "fatal", detail: "Revoked." }, unsent: 2 });
  });
});

describe("a later visit", () => {
  it("resumes where it was, with the camera's answer of then", () => {
    const { state, effects } = running();
    expect(state).toMatchObject({
      phase: { name: "running" },
      position: 1,
      marked: ["b"],
      monitoring: "camera",
      save: { kind: "saved", at: NOW },
    });
    expect(effects).toEqual([{ type: "follow" }]);
  });

  it("goes on at once where the page was made again, and asks the server meanwhile", () => {
    const made = (unsent: number) => run([{ ...opened(KEPT, unsent), again: true } as SessionEvent]);
    const { state, names } = made(0);
    expect(names).toEqual(["watch", "restore_clock", "follow", "load"]);
    expect(state).toMatchObject({ phase: { name: "running" }, position: 1, save: { kind: "nothing" } });
    expect(made(2)).toMatchObject({ state: { save: { kind: "saving" } } });
    // What the page then says of the server, it has from the server.
    expect(run([failed], state).state).toMatchObject({
      phase: { name: "running" },
      save: { kind: "offline" },
    });
    const answered = run([{ type: "loaded", reply: RUNNING }, merged()], state).state;
    expect(answered).toMatchObject({ phase: { name: "running" }, save: { kind: "saved", at: NOW } });
    expect(run([finished], state).names).toContain("prepare");
  });

  it("asks about the camera again if that dialog was cancelled", () => {
    const kept = { ...KEPT, monitoring: undefined };
    const { state } = run([opened(kept), { type: "loaded", reply: RUNNING }, merged()]);
    expect(state.phase).toEqual({ name: "intro" });
  });

  it("sends what an earlier visit left", () => {
    const { state, effects } = run([opened(KEPT, 1), { type: "loaded", reply: RUNNING }, merged(true, 1)]);
    expect(state.save).toEqual({ kind: "saving" });
    expect(effects).toEqual([{ type: "follow" }, { type: "save", command: "schedule" }]);
  });

  it("submits if an earlier visit was asked to, once", () => {
    const kept = { ...KEPT, submit_requested: true };
    const asked = run([opened(kept), { type: "loaded", reply: RUNNING }, merged()]);
    expect(asked.state.phase).toEqual({ name: "submitting", reason: "asked" });
    expect(asked.names).toEqual(["follow", "count", "write", "prepare"]);
    expect(asked.state.resubmit).toBe(false);
  });

  it.each([
    ["the first failure", failed],
    ["a slow reply", { type: "timer", timer: "cached" } as const],
  ])("shows the stored copy after %s", (_, event) => {
    const before = run([opened(KEPT, 1)]);
    expect(before.effects).toContainEqual({ type: "wait", timer: "cached", ms: 2_500 });
    const { state, effects } = run([event], before.state);
    expect(state).toMatchObject({
      phase: { name: "running" },
      save: { kind: "offline" },
      deadline: SNAPSHOT.deadline,
      following: true,
    });
    expect(effects).toContainEqual({ type: "restore_clock", offset: 250 });
    expect(effects.slice(-2)).toEqual([{ type: "follow" }, { type: "save", command: "schedule" }]);
    // Neither twice, nor once the server has replied.
    expect(run([{ type: "timer", timer: "cached" }], state).effects).toEqual([]);
    const replied = run([{ type: "loaded", reply: RUNNING }, merged()], state).state;
    expect(run([{ type: "timer", timer: "cached" }], replied)).toMatchObject({ state: replied, effects: [] });
  });

  it("submits the stored answers of a test that ended meanwhile", () => {
    const ended = run([opened(KEPT, 1), finished]);
    expect(ended.state.phase).toEqual({ name: "submitting", reason: "ended" });
    expect(ended.names).toEqual(["follow", "save", "count", "write", "prepare"]);
    // If that is refused as well, the load's reason is shown, and undelivered text stays.
    const refused = run([PREPARED, { type: "submit_failed", turn: 1, failure: REFUSED }], ended.state);
    expect(refused.names).toEqual(["submit_toast", "forget"]);
    expect(refused.state.phase).toEqual({
      name: "fatal",
      detail: "Already submitted.",
      code: "finished",
    });
  });

  it("does not replace a submit under way by the refusal of the load", () => {
    const offline = run([opened(KEPT), failed, { type: "submit", reason: "time" }]).state;
    const { state, names } = run([finished], offline);
    expect(state).toMatchObject({
      phase: { name: "submitting", reason: "time" },
      refusal: "Already submitted.",
    });
    expect(names).toEqual([]);
  });

  it("stays in the submit when the camera dialog is answered late", () => {
    const { state } = running({ type: "submit", reason: "time" }, { type: "begin", monitoring: "camera" });
    expect(state.phase.name).toBe("submitting");
  });
});
