import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SaveReply } from "@/api/types";
import { AnswerJournal } from "./journal";
import { makeAttemptKey } from "./key";
import { MemoryStore } from "./memory-store";
import { SaveLoop } from "./save-loop";
import type { SaveState } from "./save-state";
import type { AnswerRecord, Entry, JournalStore } from "./types";

const NOW = "2026-11-20T14:03:22Z";

/** A database whose transactions run sequentially, each for `delay` ms; an infinite delay never ends. */
function database(delay: () => number) {
  const inner = new MemoryStore("tok");
  let queue: Promise<unknown> = Promise.resolve();
  const slow = <A extends unknown[], T>(step: (...args: A) => Promise<T>) => {
    return (...args: A): Promise<T> => {
      const result = queue.then(async () => {
        const ms = delay();
        await new Promise<void>((done) => Number.isFinite(ms) && (ms === 0 ? done() : setTimeout(done, ms)));
        return step(...args);
      });
      queue = result.catch(() => undefined);
      return result;
    };
  };
  /** One tab's view of it. */
  const store = (): JournalStore => ({
    durable: true,
    loadAttempt: slow(() => inner.loadAttempt()),
    loadAnswers: slow(() => inner.loadAnswers()),
    ensureKey: slow((make: () => string) => inner.ensureKey(make)),
    updateAttempt: slow((patch) => inner.updateAttempt(patch)),
    append: slow((edit: Omit<Entry, "seq">, floor: number) => inner.append(edit, floor)),
    keep: slow((entry: Entry, acked: number) => inner.keep(entry, acked)),
    acknowledge: slow((acks) => inner.acknowledge(acks)),
    merge: slow((saved: Entry[], next: number) => inner.merge(saved, next)),
    clear: slow(() => inner.clear()),
    close() {},
  });
  return { store, records: (): Promise<AnswerRecord[]> => inner.loadAnswers() };
}

/** Like the server: an entry counts only if its seq exceeds the stored one. */
function server() {
  const kept = new Map<string, Entry>();
  const send = vi.fn(async (entries: Entry[]): Promise<SaveReply> => {
    expect(new Set(entries.map((e) => e.question_id)).size).toBe(entries.length);
    for (const entry of entries) {
      if (entry.seq > (kept.get(entry.question_id)?.seq ?? 0)) kept.set(entry.question_id, entry);
    }
    const acked = entries.map(({ question_id }) => ({ question_id, seq: kept.get(question_id)?.seq ?? 0 }));
    return { acked, acked_seq: 0, server_time: NOW, deadline: NOW, late: false, submitted: false };
  });
  return { kept, send, text: (id = "a") => kept.get(id)?.answer };
}

const open: (() => void)[] = [];
function tab(store: JournalStore, send: (entries: Entry[]) => Promise<SaveReply>) {
  let loop: SaveLoop | undefined;
  const states: SaveState[] = [];
  const journal = new AnswerJournal("tok", store, {
    onAnswers: () => journal.unsentCount > 0 && loop?.edited(),
    onEntry: () => loop?.touch(),
    onChange() {},
    onMessage() {},
  });
  const made = new SaveLoop({
    journal,
    send,
    classify: (error) => ({ kind: "network", detail: String(error) }),
    onState: (state) => states.push(state),
    onReply() {},
  });
  loop = made;
  open.push(() => {
    made.stop();
    journal.close();
  });
  return { journal, loop: made, state: () => states.at(-1) };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date", "performance"],
  });
  // Separate tabs: messages between them do not help here.
  vi.stubGlobal("BroadcastChannel", undefined);
  const items = new Map<string, string>();
  vi.stubGlobal("window", {
    localStorage: {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => items.set(key, value),
      removeItem: (key: string) => items.delete(key),
    },
  });
});
afterEach(() => {
  for (const close of open.splice(0)) close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("a store that is slower than typing", () => {
  it.each([150, 10_000, Number.POSITIVE_INFINITY])("does not block saves: writes of %d ms", async (ms) => {
    let delay = 0;
    const { send, text } = server();
    const { journal, state } = tab(database(() => delay).store(), send);
    await journal.ensureKey(makeAttemptKey);
    delay = ms;
    for (let key = 1; key <= 150; key++) {
      journal.edit("a", `text ${key}`);
      await pass(100);
      // Two seconds of debounce plus time for the store.
      if (key === 25) expect(send).toHaveBeenCalledTimes(1);
    }
    expect(send.mock.calls.length).toBeGreaterThanOrEqual(6);
    await pass(3_000);
    expect(text()).toBe("text 150");
    expect(journal.unsentCount).toBe(0);
    expect(state()).toEqual({ kind: "saved", at: Date.parse(NOW) });
  });

  it("numbers texts in the order of typing, and the last one ends up in the store too", async () => {
    let delay = 0;
    const base = database(() => delay);
    const { send, kept, text } = server();
    const { journal } = tab(base.store(), send);
    await journal.ensureKey(makeAttemptKey);
    delay = 3_000;
    const seqs: number[] = [];
    for (const answer of ["one", "two", "one", "three"]) {
      journal.edit("a", answer);
      await pass(2_200);
      expect(text()).toBe(answer);
      seqs.push(kept.get("a")?.seq ?? 0);
    }
    expect(seqs).toEqual([...seqs].sort((a, b) => a - b));
    await pass(60_000);
    const [record] = await base.records();
    expect(record).toMatchObject({ answer: "three", seq: kept.get("a")?.seq });
    expect(record?.acked_seq).toBe(record?.seq);
  });

  it("is not reported as persistent while it hangs, and is again once it resumes", async () => {
    let delay = 0;
    const { send } = server();
    const { journal } = tab(database(() => delay).store(), send);
    await journal.ensureKey(makeAttemptKey);
    delay = 8_000;
    journal.edit("a", "x");
    await pass(4_000);
    expect(journal.durable).toBe(true);
    await pass(2_000);
    expect(journal.durable).toBe(false);
    delay = 0;
    await pass(20_000);
    expect(journal.durable).toBe(true);
  });
});

describe("a store that hangs", () => {
  const hung = async (send: (entries: Entry[]) => Promise<SaveReply>) => {
    let delay = 0;
    const base = database(() => delay);
    const made = tab(base.store(), send);
    await made.journal.ensureKey(makeAttemptKey);
    delay = Number.POSITIVE_INFINITY;
    return { ...made, base };
  };

  it("does not lose entries on a reload that the server has not received either", async () => {
    const offline = vi.fn(() => Promise.reject(new TypeError("network")));
    const { journal } = await hung(offline);
    journal.edit("a", "typed without a store and without a network");
    await pass(10_000);
    journal.edit("b", "and a little later");
    await pass(5_000);
    // A crash: no unload handler ran. On the next visit the database works again.
    const { send, kept } = server();
    const again = tab(database(() => 0).store(), send);
    await again.journal.ensureKey(makeAttemptKey);
    await again.journal.load();
    again.loop.touch();
    await pass(3_000);
    expect([...kept.values()].map((e) => e.answer).sort()).toEqual([
      "and a little later",
      "typed without a store and without a network",
    ]);
  });

  it("does not let a reload restore entries superseded on the server", async () => {
    const { send, kept, text } = server();
    const { journal } = await hung(send);
    journal.edit("a", "old");
    await pass(10_000);
    journal.leave();
    kept.set("a", { question_id: "a", answer: "newer, from elsewhere", seq: (kept.get("a")?.seq ?? 0) + 5 });
    const again = tab(database(() => 0).store(), send);
    await again.journal.ensureKey(makeAttemptKey);
    await again.journal.load();
    await again.journal.merge([...kept.values()], (kept.get("a")?.seq ?? 0) + 1);
    await pass(5_000);
    expect(again.journal.answers()).toEqual({ a: "newer, from elsewhere" });
    expect(text()).toBe("newer, from elsewhere");
  });

  it("does not block opening, starting, merging and ending", async () => {
    const { journal } = tab(database(() => Number.POSITIVE_INFINITY).store(), server().send);
    const done = (async () => {
      await journal.load();
      const key = await journal.ensureKey(makeAttemptKey);
      await journal.merge([{ question_id: "a", answer: "server", seq: 4 }], 5);
      const answers = journal.answers();
      await journal.clear();
      return { key, answers };
    })();
    await pass(30_000);
    const { key, answers } = await done;
    expect(key).toHaveLength(43);
    expect(answers).toEqual({ a: "server" });
  });

  it("assigns no number twice in two isolated tabs, and the text typed last wins", async () => {
    for (let round = 0; round < 20; round++) {
      const { send, text } = server();
      const [one, two] = [await hung(send), await hung(send)];
      one.journal.edit("a", "one");
      two.journal.edit("a", "two");
      await pass(3_000);
      expect(one.journal.all()[0]?.seq).not.toBe(two.journal.all()[0]?.seq);
      // Both tabs adopt the server's state: both know the larger number.
      one.journal.edit("a", "one again");
      await pass(5_000);
      expect(text()).toBe("one again");
      two.journal.edit("a", "two again");
      await pass(5_000);
      expect(text()).toBe("two again");
      expect([one, two].map((it) => it.journal.unsentCount)).toEqual([0, 0]);
      for (const close of open.splice(0)) close();
    }
  });
});
