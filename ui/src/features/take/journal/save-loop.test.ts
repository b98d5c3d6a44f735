import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SaveReply } from "@/api/types";
import { AnswerJournal } from "./journal";
import { makeAttemptKey } from "./key";
import { MemoryStore } from "./memory-store";
import { type SaveFailure, SaveLoop } from "./save-loop";
import type { SaveState } from "./save-state";
import type { Entry } from "./types";

class Failed extends Error {
  constructor(readonly failure: SaveFailure) {
    super(failure.detail);
  }
}
const network = () => new Failed({ kind: "network", detail: "" });

function reply(entries: Entry[], more: Partial<SaveReply> = {}): SaveReply {
  return {
    acked: entries.map(({ question_id, seq }) => ({ question_id, seq })),
    acked_seq: Math.max(...entries.map((e) => e.seq)),
    server_time: "2026-11-20T14:03:22Z",
    deadline: "2026-11-20T15:00:00Z",
    late: false,
    submitted: false,
    ...more,
  };
}

async function setUp() {
  let loop: SaveLoop | undefined;
  const journal = new AnswerJournal("tok", new MemoryStore("tok"), {
    onAnswers() {},
    onEntry: () => loop?.touch(),
    onChange() {},
    onMessage() {},
  });
  await journal.ensureKey(makeAttemptKey);
  const send = vi.fn(async (entries: Entry[]) => reply(entries));
  const states: SaveState[] = [];
  loop = new SaveLoop({
    journal,
    send,
    classify: (error) =>
      error instanceof Failed ? error.failure : { kind: "refused", detail: String(error) },
    onState: (state) => states.push(state),
    onReply() {},
  });
  const made = loop;
  stop = () => {
    made.stop();
    journal.close();
  };
  return { journal, loop: made, send, states, state: () => states.at(-1) };
}

let stop = () => {};
beforeEach(() => {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date", "performance"],
  });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

describe("save loop", () => {
  it("sends once after a pause in typing", async () => {
    const { journal, send, state } = await setUp();
    journal.edit("a", "h");
    await vi.advanceTimersByTimeAsync(500);
    journal.edit("a", "he");
    await vi.advanceTimersByTimeAsync(700);
    expect(send).not.toHaveBeenCalled();
    expect(state()).toEqual({ kind: "saving" });
    await vi.advanceTimersByTimeAsync(200);
    expect(send).toHaveBeenCalledTimes(1);
    expect(send.mock.calls[0]?.[0]).toMatchObject([{ question_id: "a", answer: "he" }]);
    expect(state()).toEqual({ kind: "saved", at: Date.parse("2026-11-20T14:03:22Z") });
  });

  it("drops the saved state as soon as something is typed, but keeps a reported failure", async () => {
    const { journal, loop, send, state } = await setUp();
    journal.edit("a", "h");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(state()?.kind).toBe("saved");
    loop.edited();
    expect(state()?.kind).toBe("saving");
    send.mockRejectedValueOnce(network());
    journal.edit("a", "he");
    await vi.advanceTimersByTimeAsync(900);
    expect(state()?.kind).toBe("offline");
    loop.edited();
    expect(state()?.kind).toBe("offline");
  });

  it("waits at most two seconds during continuous typing", async () => {
    const { journal, send } = await setUp();
    for (let t = 0; t < 2_000; t += 400) {
      journal.edit("a", `text ${t}`);
      await vi.advanceTimersByTimeAsync(400);
    }
    expect(send).toHaveBeenCalled();
  });

  it("keeps everything without a network, backs off, and sends at once when it is back", async () => {
    const { journal, loop, send, state } = await setUp();
    send.mockRejectedValue(network());
    journal.edit("a", "offline");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(state()).toEqual({ kind: "offline" });
    journal.edit("b", "also offline");
    await vi.advanceTimersByTimeAsync(60_000);
    const tries = send.mock.calls.length;
    expect(tries).toBeGreaterThan(4);
    expect(tries).toBeLessThan(14);
    expect(journal.unsentCount).toBe(2);
    send.mockImplementation(async (entries: Entry[]) => reply(entries));
    await loop.flush();
    expect(journal.unsentCount).toBe(0);
    expect(state()?.kind).toBe("saved");
  });

  it("is saved when another tab delivered what it could not", async () => {
    const { journal, loop, send, state } = await setUp();
    send.mockRejectedValue(network());
    journal.edit("a", "x");
    await vi.advanceTimersByTimeAsync(1_000);
    loop.savedElsewhere("2026-11-20T14:05:00Z");
    expect(state()).toEqual({ kind: "offline" });
    await journal.acknowledge([{ question_id: "a", seq: 1 }], journal.unsent(), "2026-11-20T14:05:00Z");
    loop.savedElsewhere("2026-11-20T14:05:00Z");
    expect(state()).toEqual({ kind: "saved", at: Date.parse("2026-11-20T14:05:00Z") });
  });

  it.each(["network", "busy"] as const)("waits no longer when the date is put back: %s", async (kind) => {
    const { journal, send } = await setUp();
    send.mockRejectedValueOnce(new Failed({ kind, detail: "", retryAfter: 3_000 }));
    journal.edit("a", "x");
    await vi.advanceTimersByTimeAsync(1_000);
    vi.setSystemTime(Date.now() - 3_600_000);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(journal.unsentCount).toBe(0);
  });

  it("honours Retry-After", async () => {
    const { journal, loop, send, state } = await setUp();
    send.mockRejectedValueOnce(new Failed({ kind: "busy", detail: "Too busy.", retryAfter: 7_000 }));
    journal.edit("a", "x");
    await vi.advanceTimersByTimeAsync(900);
    expect(state()).toEqual({ kind: "busy", detail: "Too busy." });
    // Neither a visible page nor a restored network makes it ignore the pause.
    await loop.flush();
    await vi.advanceTimersByTimeAsync(6_500);
    expect(send).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(4_500);
    expect(send).toHaveBeenCalledTimes(2);
    expect(journal.unsentCount).toBe(0);
  });

  it("shows no alarm on a rate limit, unless it persists", async () => {
    const { journal, send, states } = await setUp();
    const often = { kind: "busy", detail: "Too many requests.", retryAfter: 1_000, limited: true } as const;
    send.mockRejectedValue(new Failed(often));
    journal.edit("a", "x");
    await vi.advanceTimersByTimeAsync(3_000);
    expect(states.at(-1)).toEqual({ kind: "busy", detail: "" });
    await vi.advanceTimersByTimeAsync(120_000);
    expect(states.at(-1)).toEqual({ kind: "busy", detail: "Too many requests." });
    expect(send.mock.calls.length).toBeLessThan(25);
    expect(journal.unsentCount).toBe(1);
  });

  it("reports the reason of a refusal, and loses no text", async () => {
    const { journal, send, state } = await setUp();
    send.mockRejectedValue(new Failed({ kind: "refused", detail: "This test continues on another device." }));
    journal.edit("a", "x");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(state()).toEqual({ kind: "refused", detail: "This test continues on another device." });
    expect(journal.answers()).toEqual({ a: "x" });
    expect(journal.unsentCount).toBe(1);
    send.mockImplementation(async (entries: Entry[]) => reply(entries));
    await vi.advanceTimersByTimeAsync(31_000);
    expect(journal.unsentCount).toBe(0);
  });

  it("does not let one rejected answer block the others", async () => {
    const { journal, send, state } = await setUp();
    send.mockImplementation(async (entries: Entry[]) => {
      if (entries.some((e) => e.question_id === "bad"))
        throw new Failed({ kind: "invalid", detail: "Too long." });
      return reply(entries);
    });
    journal.edit("a", "1");
    journal.edit("bad", "2");
    journal.edit("c", "3");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(journal.unsent().map((e) => e.question_id)).toEqual(["bad"]);
    expect(state()).toEqual({ kind: "refused", detail: "Too long.", questions: ["bad"] });
  });

  it("sends edits made while a save was in flight", async () => {
    const { journal, send } = await setUp();
    let release: (r: SaveReply) => void = () => {};
    send.mockImplementationOnce(() => new Promise<SaveReply>((resolve) => (release = resolve)));
    journal.edit("a", "one");
    await vi.advanceTimersByTimeAsync(1_000);
    const [first] = send.mock.calls[0] ?? [[]];
    journal.edit("a", "two");
    await vi.advanceTimersByTimeAsync(5_000);
    expect(send).toHaveBeenCalledTimes(1);
    release(reply(first));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(send.mock.calls[1]?.[0]).toMatchObject([{ answer: "two" }]);
    expect(journal.unsentCount).toBe(0);
  });

  it("counts late answers as delivered, and reports that they are set aside", async () => {
    const { journal, send, state } = await setUp();
    send.mockImplementation(async (entries: Entry[]) => reply(entries, { late: true }));
    journal.edit("a", "late");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(journal.unsentCount).toBe(0);
    expect(state()).toEqual({ kind: "aside" });
  });
});
