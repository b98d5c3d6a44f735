import { describe, expect, it } from "vitest";
import { LATER, opened, REPLY, run, running } from "./fixtures";

const edit = { type: "edit", question_id: "a", answer: "new", exact: false } as const;

describe("answers", () => {
  it("hands every edit to the journal, also before the test is shown", () => {
    expect(running(edit).effects).toEqual([edit]);
    expect(run([edit]).effects).toEqual([edit]);
  });

  it("marks an answer that exceeds the limit until the next accepted edit", () => {
    const over = running({ type: "edited", question_id: "a", taken: false }).state;
    expect(over.overLimit).toEqual({ a: true });
    expect(run([{ type: "edited", question_id: "b", taken: true }], over).state).toBe(over);
    const { state } = run([{ type: "edited", question_id: "a", taken: true }], over);
    expect(state.overLimit).toEqual({ a: false });
  });

  it("shows text at once, and then sends it", () => {
    const shown = running({ type: "answers", answers: { a: "new" }, unsent: 1 });
    expect(shown.state).toMatchObject({ answers: { a: "new" }, unsent: 1 });
    expect(shown.effects).toEqual([{ type: "save", command: "edited" }]);
    expect(run([{ type: "entry" }], shown.state).effects).toEqual([{ type: "save", command: "touch" }]);
  });

  it("sends nothing before it holds the attempt", () => {
    const early = run([opened(), { type: "answers", answers: { a: "x" }, unsent: 1 }, { type: "entry" }]);
    expect(early.effects).toEqual([]);
    expect(early.state.unsent).toBe(1);
  });

  it("follows the save loop and the store", () => {
    const offline = { type: "save_state", save: { kind: "offline" }, unsent: 2 } as const;
    const { state } = running(offline, { type: "journal", unsent: 2, durable: false });
    expect(state).toMatchObject({ save: { kind: "offline" }, unsent: 2, durable: false });
  });

  it("moves between existing questions only, and counts the time of the last one", () => {
    const { state, effects } = running({ type: "go_to", position: 9 });
    expect(state.position).toBe(2);
    expect(effects).toEqual([
      { type: "count", question_id: "b", leaving: false },
      { type: "write", patch: { position: 2 } },
    ]);
    expect(running({ type: "go_to", position: -1 }).state.position).toBe(0);
    expect(run([{ type: "go_to", position: 1 }]).state.position).toBe(0);
  });

  it("marks and unmarks in every tab", () => {
    const { state, effects } = running({ type: "mark", question_id: "a" });
    expect(state.marked).toEqual(["b", "a"]);
    expect(effects).toEqual([
      { type: "broadcast", message: { type: "marked", marked: ["b", "a"] } },
      { type: "write", patch: { marked: ["b", "a"] } },
    ]);
    expect(run([{ type: "mark", question_id: "b" }], state).state.marked).toEqual(["a"]);
  });
});

describe("another tab", () => {
  it("reports marks, deadline, saves and pushes, which are not sent back", () => {
    const pushed = { name: "message", data: { text: "Hello" } } as const;
    const at = "2026-11-20T14:00:00Z";
    expect(running({ type: "tab", message: { type: "marked", marked: [] } })).toMatchObject({
      state: { marked: [] },
      effects: [],
    });
    expect(running({ type: "tab", message: { type: "deadline", deadline: LATER } })).toMatchObject({
      state: { deadline: LATER },
      effects: [],
    });
    expect(running({ type: "tab", message: { type: "acked", acks: [], at } }).effects).toEqual([
      { type: "saved_elsewhere", at },
    ]);
    expect(running({ type: "tab", message: { type: "pushed", pushed } }).effects).toEqual([
      { type: "push", pushed },
    ]);
    expect(running({ type: "tab", message: { type: "opened" } }).effects).toEqual([]);
  });

  it("has submitted: this tab ends, and leaves the browser's copy to the other", () => {
    const { state, effects } = running({ type: "tab", message: { type: "submitted", reply: REPLY } });
    expect(state).toMatchObject({ phase: { name: "done", reply: REPLY, reason: "asked" }, unsent: 0 });
    expect(effects).toEqual([
      { type: "finish", title: "Arithmetic", reply: REPLY, reason: "asked", missing: [] },
      { type: "forget" },
    ]);
  });
});
