import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { session } from "@/lib/storage";
import { IdbStore } from "./idb-store";
import { AnswerJournal } from "./journal";
import { makeAttemptKey } from "./key";
import type { MemoryStore } from "./memory-store";
import { openStore } from "./open-store";

const AT = "2026-11-20T14:03:22Z";
const open: AnswerJournal[] = [];
async function journal(token = "tok", store?: IdbStore | MemoryStore) {
  const events = { onAnswers: vi.fn(), onEntry: vi.fn(), onChange: vi.fn(), onMessage: vi.fn() };
  const made = new AnswerJournal(token, store ?? (await IdbStore.open(token)), events);
  open.push(made);
  await made.load();
  const key = await made.ensureKey(makeAttemptKey);
  return { made, events, key };
}

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  const kept = new Map<string, string>();
  vi.stubGlobal("window", {
    localStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    },
  });
});
afterEach(() => {
  for (const made of open.splice(0)) made.close();
  vi.unstubAllGlobals();
});

describe("answer journal", () => {
  it("gives edits growing seqs and keeps only the newest text of a question", async () => {
    const { made } = await journal();
    made.edit("a", "1");
    made.edit("a", "12");
    made.edit("b", "x");
    made.edit("a", "123");
    await made.settled();
    const unsent = made.unsent();
    expect(unsent.map((e) => [e.question_id, e.answer])).toEqual(
      expect.arrayContaining([
        ["a", "123"],
        ["b", "x"],
      ]),
    );
    expect(new Set(unsent.map((e) => e.seq)).size).toBe(2);
    const stored = await (await IdbStore.open("tok")).loadAnswers();
    expect(stored.map((r) => [r.question_id, r.answer])).toEqual([
      ["a", "123"],
      ["b", "x"],
    ]);
  });

  it("drops an entry only when the confirmed seq of its question reaches it", async () => {
    const { made } = await journal();
    made.edit("a", "old");
    await made.settled();
    const sent = made.unsent();
    made.edit("a", "new");
    await made.settled();
    await made.acknowledge(
      sent.map(({ question_id, seq }) => ({ question_id, seq })),
      sent,
      AT,
    );
    expect(made.unsent().map((e) => e.answer)).toEqual(["new"]);
    const again = made.unsent();
    await made.acknowledge(again, again, AT);
    expect(made.unsentCount).toBe(0);
  });

  it("keeps key, text and unsent entries across a reload", async () => {
    const first = await journal();
    first.made.edit("a", "typed offline");
    await first.made.settled();
    first.made.close();
    const second = await journal();
    expect(second.key).toBe(first.key);
    expect(second.made.answers()).toEqual({ a: "typed offline" });
    expect(second.made.unsent()).toHaveLength(1);
  });

  it("separates the tests of different links", async () => {
    const one = await journal("tok");
    const two = await journal("tok2");
    one.made.edit("a", "1");
    await one.made.settled();
    expect(one.key).not.toBe(two.key);
    await two.made.load();
    expect(two.made.answers()).toEqual({});
  });

  it("starts above the server's next_seq and never below what it acknowledged", async () => {
    const { made } = await journal();
    await made.merge([{ question_id: "a", answer: "server", seq: 40 }], 41);
    expect(made.answers()).toEqual({ a: "server" });
    expect(made.unsentCount).toBe(0);
    made.edit("a", "mine");
    await made.settled();
    expect(made.unsent()[0]?.seq).toBeGreaterThanOrEqual(41);
  });

  it("lets the local text win when the server holds a seq not written here", async () => {
    const { made } = await journal();
    made.edit("a", "on the screen");
    await made.settled();
    await made.acknowledge([{ question_id: "a", seq: 90 }], made.unsent(), AT);
    await made.settled();
    expect(made.unsent()).toEqual([{ question_id: "a", answer: "on the screen", seq: 91 }]);
  });

  it("rejects an answer over 64 KiB and keeps the previous one", async () => {
    const { made } = await journal();
    expect(made.edit("a", "fits")).toBe(true);
    expect(made.edit("a", "x".repeat(64 * 1024 + 1))).toBe(false);
    expect(made.answers()).toEqual({ a: "fits" });
  });

  it("numbers entries not yet in the store when the page unloads, and stays above those seqs", async () => {
    const { made } = await journal();
    made.edit("a", "half");
    const [leaving] = made.leave();
    expect(leaving?.answer).toBe("half");
    await made.settled();
    made.edit("a", "half more");
    await made.settled();
    expect(made.unsent()[0]?.seq).toBeGreaterThan(leaving?.seq ?? Number.POSITIVE_INFINITY);
  });

  it("restores the last keystrokes, which had not reached the store", async () => {
    const { made } = await journal();
    made.edit("a", "stored");
    await made.settled();
    made.edit("a", "stored and more");
    made.leave();
    made.close();
    const { made: again } = await journal();
    expect(again.answers()).toEqual({ a: "stored and more" });
    await again.settled();
    expect(again.unsent().map((e) => e.answer)).toEqual(["stored and more"]);
  });

  it("does not restore superseded entries", async () => {
    const { made } = await journal();
    made.edit("a", "half");
    made.leave();
    await made.settled();
    made.edit("a", "half and the rest");
    await made.settled();
    made.close();
    const { made: again } = await journal();
    expect(again.answers()).toEqual({ a: "half and the rest" });
  });

  it("forgets the attempt when it is cleared", async () => {
    const first = await journal();
    first.made.edit("a", "x");
    const removed = vi.spyOn(session, "remove");
    await first.made.clear();
    expect(removed).toHaveBeenCalledWith("invigil_scratch:tok");
    first.made.close();
    const second = await journal();
    expect(second.made.answers()).toEqual({});
    expect(second.key).not.toBe(first.key);
  });
});

describe("two tabs", () => {
  it("agree on one key and never use a seq twice", async () => {
    const [one, two] = await Promise.all([journal(), journal()]);
    expect(one.key).toBe(two.key);
    for (let i = 0; i < 20; i++) {
      one.made.edit(`one${i}`, "x");
      two.made.edit(`two${i}`, "y");
    }
    await Promise.all([one.made.settled(), two.made.settled()]);
    const stored = await (await IdbStore.open("tok")).loadAnswers();
    expect(stored).toHaveLength(40);
    expect(new Set(stored.map((r) => r.seq)).size).toBe(40);
  });

  it("show each other's answers and what was saved", async () => {
    const [one, two] = await Promise.all([journal(), journal()]);
    one.made.edit("a", "from one");
    await one.made.settled();
    await vi.waitFor(() => expect(two.made.answers()).toEqual({ a: "from one" }));
    expect(two.made.unsentCount).toBe(1);
    const sent = one.made.unsent();
    await one.made.acknowledge(sent, sent, AT);
    await vi.waitFor(() => expect(two.made.unsentCount).toBe(0));
  });

  it("pick up an answer of a tab that closed without a message", async () => {
    const one = await journal();
    const store = await IdbStore.open("tok");
    await store.append({ question_id: "a", answer: "from a closed tab" }, 1);
    store.close();
    expect(one.made.answers()).toEqual({});
    await journal();
    await vi.waitFor(() => expect(one.made.answers()).toEqual({ a: "from a closed tab" }));
    expect(one.events.onAnswers).toHaveBeenCalled();
  });

  it("order edits of one question by time, so that the later tab wins in both", async () => {
    const [one, two] = await Promise.all([journal(), journal()]);
    one.made.edit("a", "first");
    await one.made.settled();
    await vi.waitFor(() => expect(two.made.answers().a).toBe("first"));
    two.made.edit("a", "second");
    await two.made.settled();
    await vi.waitFor(() => expect(one.made.answers().a).toBe("second"));
    expect(one.made.unsent()).toEqual(two.made.unsent());
  });
});

describe("a browser that refuses storage", () => {
  it("opens in memory", async () => {
    vi.spyOn(globalThis.indexedDB, "open").mockImplementation(() => {
      throw new DOMException("denied", "SecurityError");
    });
    const store = await openStore("tok");
    expect(store.durable).toBe(false);
    const { made } = await journal("tok", store as MemoryStore);
    made.edit("a", "kept in the page");
    await made.settled();
    expect(made.unsent()).toHaveLength(1);
  });

  it("that runs out of storage midway loses nothing and reports it", async () => {
    const store = await IdbStore.open("tok");
    const { made, events, key } = await journal("tok", store);
    made.edit("a", "stored");
    await made.settled();
    const seq = made.unsent()[0]?.seq ?? 0;
    vi.spyOn(store, "append").mockRejectedValue(new DOMException("full", "QuotaExceededError"));
    made.edit("b", "not stored");
    await made.settled();
    expect(made.durable).toBe(false);
    expect(events.onChange).toHaveBeenCalled();
    expect(made.answers()).toEqual({ a: "stored", b: "not stored" });
    expect(made.unsent().map((e) => e.question_id)).toEqual(["a", "b"]);
    expect(made.unsent()[1]?.seq).toBeGreaterThan(seq);
    expect(await made.ensureKey(makeAttemptKey)).toBe(key);
  });
});
