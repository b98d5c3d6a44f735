import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SubmitReply } from "@/api/types";
import { SseParser } from "@/lib/sse";
import { AnswerJournal } from "../journal/journal";
import { makeAttemptKey } from "../journal/key";
import { MemoryStore } from "../journal/memory-store";
import type { Drained, SaveLoop } from "../journal/save-loop";
import { SessionRunner } from "./runner";
import type { SessionState } from "./state";
import { TimeSpent } from "./time-spent";

describe("event stream", () => {
  const read = (chunks: string[]) => {
    const parser = new SseParser();
    return chunks.flatMap((chunk) => parser.push(chunk)).map(({ event, data }) => [event, data]);
  };

  it("parses events that arrive in chunks, and skips heartbeats", () => {
    const text =
      ': hi\n\nid: 1:7\nevent: attempt.changed\ndata: {"deadline":"x"}\n\n:\n\nevent: reload\ndata: {}\n\n';
    const expected = [
      ["attempt.changed", '{"deadline":"x"}'],
      ["reload", "{}"],
    ];
    expect(read([text])).toEqual(expected);
    expect(read([...text])).toEqual(expected);
    expect(read([text.replaceAll("\n", "\r\n")])).toEqual(expected);
  });

  it("holds an incomplete event back", () => {
    expect(read(["event: reload\ndata: {}\n"])).toEqual([]);
  });
});

const TIME = [{ question_id: "a", seconds: 7 }];
const REPLY = {
  score: 50,
  provisional: false,
  submitted_at: "2026-11-20T10:00:00Z",
  submitted_by: "candidate",
  answers_stored: 1,
};
const answer = (status: number, body: object, headers = {}) =>
  new Response(JSON.stringify(status < 400 ? body : { request_id: "r", ...body }), { status, headers });
const tooLong = () => {
  const fields = { "answers[0].answer": "Too long." };
  return answer(422, { detail: "Too long.", code: "invalid", fields });
};

describe("submit", () => {
  const fetched = vi.fn<typeof fetch>();
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("fetch", fetched);
    vi.stubGlobal("document", { visibilityState: "visible" });
    vi.spyOn(TimeSpent.prototype, "unsent").mockReturnValue(TIME);
  });
  afterEach(() => {
    fetched.mockReset();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  async function submit(store = new MemoryStore("tok")) {
    const journal = new AnswerJournal("tok", store, {
      onAnswers() {},
      onEntry() {},
      onChange() {},
      onMessage() {},
    });
    const problems: [string | undefined, boolean | undefined][] = [];
    let end: (reply: SubmitReply | undefined) => void = () => {};
    const done = new Promise<SubmitReply | undefined>((resolve) => {
      end = resolve;
    });
    let before: SessionState["phase"] | undefined;
    const runner = new SessionRunner("tok", ({ phase }) => {
      if (phase === before) return;
      before = phase;
      if (phase.name === "done") end(phase.reply);
      if (phase.name === "running") end(undefined);
      if (phase.name !== "submitting" || phase.problem === undefined) return;
      problems.push([phase.problem.detail, phase.stuck]);
      if (phase.stuck) end(undefined);
    });
    const key = await journal.ensureKey(makeAttemptKey);
    journal.edit("a", "text");
    const first = vi.fn(async () => undefined);
    const drain = vi.fn(async (): Promise<Drained> => "done");
    const loop = { drain, stop() {}, troubled: false };
    runner.journal = journal;
    runner.loop = loop as unknown as SaveLoop;
    runner.signals.listen(() => undefined, first);
    runner.send({ type: "key", key });
    runner.send({ type: "submit", reason: "asked" });
    return { done, key, problems, runner, first, drain, journal };
  }
  const sent = (call: number) => {
    const init = fetched.mock.calls[call]?.[1];
    return { body: JSON.parse(String(init?.body)), headers: new Headers(init?.headers) };
  };

  it("sends every answer with its number and the key", async () => {
    fetched.mockResolvedValue(answer(200, REPLY));
    const { done, key, journal } = await submit();
    expect(await done).toEqual(REPLY);
    expect(sent(0).body).toEqual({
      answers: [{ question_id: "a", answer: "text", seq: 1 }],
      time_spent: TIME,
      at_deadline: false,
    });
    expect(sent(0).headers.get("X-Attempt-Key")).toBe(key);
    journal.close();
  });

  it("retries until the server replies", async () => {
    fetched
      // In both forms.
      .mockRejectedValueOnce(new TypeError("network"))
      .mockRejectedValueOnce(new TypeError("network"))
      .mockResolvedValueOnce(answer(503, { detail: "Busy.", code: "busy" }, { "Retry-After": "3" }))
      .mockResolvedValue(answer(200, REPLY));
    const { done, problems, first, drain, journal } = await submit();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await done).toEqual(REPLY);
    expect(first).toHaveBeenCalledTimes(3);
    expect(drain).toHaveBeenCalledTimes(2);
    expect(problems).toEqual([
      [undefined, false],
      ["Busy.", false],
    ]);
    journal.close();
  });

  it("stops when the server refuses, and reports it", async () => {
    fetched.mockResolvedValue(answer(409, { detail: "Elsewhere.", code: "attempt_elsewhere" }));
    const { done, problems, journal } = await submit();
    expect(await done).toBeUndefined();
    expect(problems).toEqual([["Elsewhere.", true]]);
    journal.close();
  });

  it("ends the test without an answer that the server rejects", async () => {
    fetched.mockResolvedValueOnce(tooLong()).mockResolvedValue(answer(200, REPLY));
    const { done, drain, journal } = await submit();
    expect(await done).toEqual(REPLY);
    expect(drain).toHaveBeenCalledOnce();
    expect(sent(1).body).toEqual({ answers: [], time_spent: [], at_deadline: false, missing: ["a"] });
    journal.close();
  });

  it("delays the end for answers that could still be saved", async () => {
    fetched.mockResolvedValueOnce(tooLong()).mockResolvedValue(answer(200, REPLY));
    const { done, drain, journal } = await submit();
    drain.mockResolvedValueOnce("hopeful");
    await vi.advanceTimersByTimeAsync(100);
    expect(fetched).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await done).toEqual(REPLY);
    expect(drain).toHaveBeenCalledTimes(2);
    expect(sent(1).body.answers).toEqual([]);
    journal.close();
  });

  it("is sent with everything in memory while the local store hangs", async () => {
    fetched.mockResolvedValue(answer(200, REPLY));
    const store = new MemoryStore("tok");
    vi.spyOn(store, "append").mockReturnValue(new Promise(() => undefined));
    const { done, journal } = await submit(store);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await done).toEqual(REPLY);
    expect(sent(0).body.answers).toMatchObject([{ question_id: "a", answer: "text" }]);
    expect(sent(0).body.answers[0].seq).toBeGreaterThan(0);
    journal.close();
  });

  it("ends when the candidate goes back", async () => {
    fetched.mockRejectedValue(new TypeError("network"));
    const { done, runner, journal } = await submit();
    await vi.advanceTimersByTimeAsync(100);
    runner.send({ type: "cancel_submit" });
    expect(await done).toBeUndefined();
    await vi.advanceTimersByTimeAsync(60_000);
    // Each submit in both forms: with its answers, and without.
    expect(fetched).toHaveBeenCalledTimes(4);
    journal.close();
  });
});
