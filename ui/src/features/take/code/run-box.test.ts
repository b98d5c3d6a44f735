import { beforeEach, describe, expect, it, vi } from "vitest";
import { ApiFailure, NetworkFailure } from "@/api/errors";
import type { Run } from "@/api/types";
import { sampled } from "@/test/data";
import { RunBox } from "./run-box";
import { costWords, waitWords } from "./verdicts";

const NOW = Date.parse("2026-11-20T11:00:00Z");

const WANTED = {
  question_id: "q-3",
  language: "Rust",
  source: "fn main() {}",
  input: "5\n",
  tests: false,
};

const run = (more: Partial<Run> = {}): Run => ({
  run_id: "r-1",
  question_id: "q-3",
  language: "Rust",
  tests: false,
  state: "waiting",
  place: 2,
  asked_at: "2026-11-20T11:00:00.000Z",
  result: null,
  ...more,
});
const done = () =>
  run({ state: "done", place: 0, result: { ...sampled("RunResult"), verdict: "AC", stdout: "5\n" } });

const known = vi.fn();
const ask = vi.fn();
const get = vi.fn();
let box: RunBox;

beforeEach(() => {
  known.mockReset().mockResolvedValue({ languages: ["Rust"], starting: false, latest: null });
  ask.mockReset().mockResolvedValue({ run_id: "r-1", place: 2 });
  get.mockReset().mockResolvedValue(run());
  box = new RunBox({ known, ask, get }, () => NOW);
});
const state = () => box.store.getState();

describe("a run", () => {
  it("waits at its place until the server says that it changed", async () => {
    await box.ask(WANTED);
    expect(ask).toHaveBeenCalledWith(WANTED);
    expect(state().run).toEqual(run());
    // A second press starts nothing.
    await box.ask(WANTED);
    expect(ask).toHaveBeenCalledTimes(1);
    get.mockResolvedValue(done());
    box.push({ name: "message", data: {} });
    box.push({ name: "run.changed", data: { run_id: "r-1" } });
    await vi.waitFor(() => expect(state().run).toEqual(done()));
    expect(get).toHaveBeenCalledTimes(2);
    expect(box.busy).toBe(false);
    // The runner was not there when the page asked first.
    expect(state().languages).toEqual(["Rust"]);
  });

  it("that cannot begin says why, and can be tried again", async () => {
    ask.mockRejectedValueOnce(new NetworkFailure());
    await box.ask(WANTED);
    expect(state()).toMatchObject({ asking: false, run: undefined });
    expect(state().problem?.text).toMatch("cannot be reached");
    known.mockResolvedValue({ languages: [], starting: false, latest: null });
    ask.mockRejectedValueOnce(new ApiFailure(503, { code: "no_runner", detail: "Code cannot be run here." }));
    await box.ask(WANTED);
    expect(state()).toMatchObject({ languages: [], problem: { text: "Code cannot be run here." } });
    await box.ask(WANTED);
    expect(state()).toMatchObject({ run: run(), problem: undefined });
  });

  it("that did not reach the server says so until the server replies, or the question is left", async () => {
    ask.mockRejectedValue(new NetworkFailure());
    await box.ask(WANTED);
    expect(state().problem?.question_id).toBe("q-3");
    known.mockRejectedValueOnce(new NetworkFailure());
    await box.refresh();
    expect(state().problem).toBeDefined();
    await box.refresh();
    expect(state().problem).toBeUndefined();
    await box.ask(WANTED);
    box.leave("q-4");
    expect(state().problem).toBeDefined();
    box.leave("q-3");
    expect(state().problem).toBeUndefined();
    ask.mockRejectedValue(new ApiFailure(429, { code: "too_many_runs", detail: "Please wait." }));
    await box.ask(WANTED);
    await box.refresh();
    expect(state().problem?.text).toBe("Please wait.");
  });

  it("is found after a reload, and given up once the server has lost it", async () => {
    known.mockResolvedValue({ languages: ["Rust"], starting: false, latest: run() });
    await box.refresh();
    expect(state().run).toEqual(run());
    get.mockRejectedValueOnce(new NetworkFailure());
    await box.follow();
    expect(state().run).toEqual(run());
    get.mockRejectedValueOnce(new ApiFailure(404, { code: "not_found", detail: "There is no such run." }));
    await box.follow();
    expect(state().run).toBeUndefined();
    expect(state().problem).toMatchObject({ question_id: "q-3", text: expect.stringContaining("lost") });
  });
});

it("place, time and cost have words", () => {
  expect(waitWords(run(), NOW + 3_000)).toBe("Waiting, behind 2 other runs (3 s)");
  expect(waitWords(run({ place: 0 }), NOW - 1_000)).toBe("Waiting, next in the queue (0 s)");
  expect(waitWords(run({ state: "running" }), NOW + 1_000)).toBe("Running (1 s)");
  expect(costWords({ ...sampled("RunResult"), cpu_ms: 36, memory_kb: 9_421 })).toBe("36 ms, 9.2 MB");
});
