import { describe, expect, it } from "vitest";
import type { SessionEvent } from "./events";
import {
  ATTEMPT,
  BUSY,
  CLOSED,
  DEADLINE,
  FOREIGN,
  INVALID,
  KEPT,
  LATER,
  merged,
  NETWORK,
  NOW,
  opened,
  REFUSED,
  REPLY,
  RUNNING,
  test,
} from "./fixtures";
import { checked, frozen } from "./invariants";
import { step } from "./machine";
import { INITIAL, type SessionState } from "./state";

const END = Date.parse(DEADLINE);
const PUSHED = { name: "message", data: {} } as const;
type Type = SessionEvent["type"];

/** Every kind of event, in each of its meanings; `turn` is that of the running submit. */
const EVENTS: { [T in Type]: (turn: number) => Extract<SessionEvent, { type: T }>[] } = {
  open: () => [{ type: "open" }],
  opened: () =>
    [
      opened(),
      opened(KEPT),
      opened({ ...KEPT, monitoring: undefined }, 1),
      opened({ ...KEPT, submit_requested: true }),
    ] as Extract<SessionEvent, { type: "opened" }>[],
  loaded: () =>
    [test(), test({ in_progress: true }), CLOSED, RUNNING].map((reply) => ({ type: "loaded", reply })),
  load_failed: () => [{ type: "load_failed", failure: NETWORK }],
  load_refused: () => [
    { type: "load_refused", code: "finished", detail: "Finished." },
    { type: "load_refused", code: "revoked", detail: "Revoked." },
  ],
  retry_load: () => [{ type: "retry_load" }],
  start: () => [{ type: "start" }],
  key: () => [{ type: "key", key: "key" }],
  started: () => [{ type: "started", attempt: ATTEMPT }],
  merged: () => [merged(), merged(false), merged(true, 1)] as Extract<SessionEvent, { type: "merged" }>[],
  begin: () => [{ type: "begin", monitoring: "camera" }],
  edit: () => [{ type: "edit", question_id: "a", answer: "x", exact: false }],
  edited: () => [true, false].map((taken) => ({ type: "edited", question_id: "a", taken })),
  answers: () => [0, 1].map((unsent) => ({ type: "answers", answers: { a: "x" }, unsent })),
  entry: () => [{ type: "entry" }],
  journal: () => [0, 1].map((unsent) => ({ type: "journal", unsent, durable: true })),
  save_state: () => [{ type: "save_state", save: { kind: "offline" }, unsent: 1 }],
  closed: () => ["unknown_link", "attempt_elsewhere", "finished"].map((code) => ({ type: "closed", code })),
  go_to: () => [{ type: "go_to", position: 2 }],
  enter: () => [{ type: "enter", now: END - 60_000 }],
  mark: () => [{ type: "mark", question_id: "a" }],
  tab: () => [
    { type: "tab", message: { type: "entered", entered: [], claims: [] } },
    { type: "tab", message: { type: "acked", acks: [], at: ATTEMPT.server_time } },
    { type: "tab", message: { type: "marked", marked: [] } },
    { type: "tab", message: { type: "deadline", deadline: LATER } },
    { type: "tab", message: { type: "pushed", pushed: PUSHED } },
    { type: "tab", message: { type: "submitted", reply: REPLY } },
    { type: "tab", message: { type: "opened" } },
  ],
  tick: () => [NOW, END].flatMap((now) => [true, false].map((slept) => ({ type: "tick", now, slept }))),
  timer: () => (["cached", "load", "sync", "submit"] as const).map((timer) => ({ type: "timer", timer })),
  online: () => [{ type: "online" }],
  visible: () => [{ type: "visible" }],
  leave: () => [true, false].map((closing) => ({ type: "leave", closing })),
  stream: () => [true, false].map((open) => ({ type: "stream", open })),
  changed: () => [
    { type: "changed", change: { deadline: LATER } },
    { type: "changed", change: { submitted: true } },
  ],
  reload: () => [{ type: "reload" }],
  pushed: () => [{ type: "pushed", pushed: PUSHED }],
  noticed: () => [{ type: "noticed", deadline: DEADLINE }],
  synced: () => [undefined, LATER].map((deadline) => ({ type: "synced", deadline })),
  sync_failed: () => [
    { type: "sync_failed", failure: NETWORK, finished: false, now: NOW },
    { type: "sync_failed", failure: NETWORK, finished: false, now: END },
    { type: "sync_failed", failure: REFUSED, finished: true, now: NOW },
  ],
  submit: () => (["asked", "time", "ended"] as const).map((reason) => ({ type: "submit", reason })),
  prepared: (turn) =>
    [turn, turn - 1].flatMap((n) =>
      [true, false].map((troubled) => ({ type: "prepared", turn: n, troubled })),
    ),
  submitted: () =>
    [[], ["a"]].map((missing) => ({ type: "submitted", reply: REPLY, reason: "asked", missing })),
  submit_failed: (turn) =>
    [turn, turn - 1].flatMap((n) =>
      [NETWORK, FOREIGN, BUSY, INVALID, REFUSED].map((failure) => ({
        type: "submit_failed",
        turn: n,
        failure,
      })),
    ),
  drained: (turn) =>
    [turn, turn - 1].flatMap((n) =>
      (["done", "hopeful", "hopeless"] as const).map((left) => ({ type: "drained", turn: n, left })),
    ),
  cancel_submit: () => [{ type: "cancel_submit" }],
  cleared: () => [{ type: "cleared" }],
};

/** States that differ only in numbers, texts and what is merely shown are one. */
function kind(state: SessionState): string {
  const { phase, final, submission, load, sync } = state;
  const known = [state.key, state.cached, state.snapshot, state.refusal].map((value) => value !== undefined);
  return [
    [phase.name, "stuck" in phase && phase.stuck, final?.name, state.following],
    [load.step, sync.asked, submission.step, submission.bare],
    [known, state.unsent > 0, state.intro?.blocked_code],
  ].join();
}

const eventsIn = ({ submission }: SessionState): SessionEvent[] =>
  Object.values(EVENTS).flatMap((make): SessionEvent[] => make(submission.turn));

/** Whether a runner can send it: results come only if they were asked for, and some requests need their view. */
function comes({ phase, load, sync, submission, snapshot, final }: SessionState, { type }: SessionEvent) {
  if (type === "opened") return phase.name === "loading" && load.step === "idle";
  if (["loaded", "load_failed", "load_refused"].includes(type)) return load.step === "asked";
  if (["key", "started", "begin"].includes(type)) return phase.name === "intro";
  if (type === "merged") return snapshot !== undefined;
  if (["synced", "sync_failed"].includes(type)) return sync.asked;
  if (type === "submitted") return submission.turn > 0;
  return type !== "cleared" || final !== undefined;
}

describe("every event in every state", () => {
  it("keeps unsaved answers, ends once, and has no other effects than its own", () => {
    const states = new Map([[kind(INITIAL), frozen(INITIAL)]]);
    for (const state of states.values()) {
      for (const event of eventsIn(state)) {
        const { state: next } = checked(state, event);
        if (next === state || !comes(state, event)) continue;
        if (!states.has(kind(next))) states.set(kind(next), next);
      }
    }
    expect(states.size).toBeGreaterThan(1_000);
    const phases = new Set([...states.values()].map(({ phase }) => phase.name));
    expect([...phases].sort()).toEqual([
      "done",
      "fatal",
      "intro",
      "loading",
      "running",
      "submitting",
      "unreachable",
      "withdrawn",
    ]);
  }, 60_000);

  it("depends on nothing but state and event", () => {
    for (const event of eventsIn(INITIAL)) expect(step(INITIAL, event)).toEqual(step(INITIAL, event));
  });
});
