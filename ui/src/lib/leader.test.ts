import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ASK_EVERY, inOneTab, STEAL_LIMIT, UNANSWERED } from "./leader";

const refused = () => new DOMException("The operation is insecure.", "SecurityError");
const stolen = () =>
  new DOMException("Lock broken by another request with the 'steal' option.", "AbortError");
/** The time after which a silent leader is replaced, in milliseconds. */
const REPLACED = (UNANSWERED + 2) * ASK_EVERY;

/** Fake of one origin's BroadcastChannels and Web Locks. */
function browser() {
  const channels = new Set<Channel>();
  /** Suspended tabs, which neither receive nor send, with their deferred deliveries. */
  const suspended = new Map<string, (() => void)[]>();
  let tab = "";
  class Channel {
    onmessage: ((event: { data: unknown }) => void) | null = null;
    readonly tab = tab;
    constructor(readonly name: string) {
      channels.add(this);
    }
    postMessage(data: unknown) {
      for (const other of channels) {
        if (other === this || other.name !== this.name || suspended.has(other.tab)) continue;
        queueMicrotask(() => channels.has(other) && other.onmessage?.({ data }));
      }
    }
    close() {
      channels.delete(this);
    }
  }
  interface Held {
    steal(): void;
  }
  let held: Held | undefined;
  const queue: (() => void)[] = [];
  const request = (
    _name: string,
    options: { signal?: AbortSignal; steal?: boolean },
    run: () => Promise<void>,
  ) => {
    const mine = tab;
    return new Promise<void>((resolve, reject) => {
      const grant = () => {
        const lost = () => reject(stolen());
        const me: Held = { steal: () => void (suspended.get(mine)?.push(lost) ?? lost()) };
        held = me;
        const release = () => {
          if (held !== me) return;
          held = undefined;
          queue.shift()?.();
        };
        run().then(resolve, reject).finally(release);
      };
      if (options.steal) {
        held?.steal();
        return grant();
      }
      if (!held) return grant();
      queue.push(grant);
      options.signal?.addEventListener("abort", () => {
        const at = queue.indexOf(grant);
        if (at < 0) return;
        queue.splice(at, 1);
        reject(options.signal?.reason);
      });
    });
  };
  vi.stubGlobal("BroadcastChannel", Channel);
  vi.stubGlobal("navigator", { locks: { request } });
  const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  vi.stubGlobal("document", page);
  return {
    suspend: (name: string) => void suspended.set(name, []),
    resume(name: string) {
      const resumed = suspended.get(name) ?? [];
      suspended.delete(name);
      for (const resume of resumed) resume();
    },
    page,
    /** A tab, and its number of current runs. */
    open(name: string) {
      tab = name;
      const end = new AbortController();
      const state = { runs: 0, terms: 0, end, done: Promise.resolve() };
      state.done = inOneTab("a", end.signal, (signal) => {
        state.runs++;
        state.terms++;
        return new Promise<void>((done) =>
          signal.addEventListener("abort", () => {
            state.runs--;
            done();
          }),
        );
      });
      return state;
    },
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it("a tab runs independently if the browser refuses locks or channels", async () => {
  const run = vi.fn(async () => undefined);
  const { signal } = new AbortController();
  vi.stubGlobal("navigator", { locks: { request: () => Promise.reject(refused()) } });
  await inOneTab("a", signal, run);
  expect(run).toHaveBeenCalledTimes(1);
  // Plain http has no Web Locks.
  vi.stubGlobal("navigator", {});
  await inOneTab("a", signal, run);
  expect(run).toHaveBeenCalledTimes(2);
  vi.stubGlobal("BroadcastChannel", undefined);
  await inOneTab("a", signal, run);
  expect(run).toHaveBeenCalledTimes(3);
});

it("a failure of the run under the lock is no refusal: it is not restarted", async () => {
  browser();
  const run = vi.fn(() => Promise.reject(new Error("broken")));
  await expect(inOneTab("a", new AbortController().signal, run)).rejects.toThrow("broken");
  expect(run).toHaveBeenCalledTimes(1);
});

it("one tab runs at a time, and the next one when it is closed", async () => {
  const { open } = browser();
  const [one, two] = [open("one"), open("two")];
  await pass(60_000);
  expect([one.runs, two.runs]).toEqual([1, 0]);
  one.end.abort();
  await pass(1);
  expect([one.runs, two.runs]).toEqual([0, 1]);
  await one.done;
  two.end.abort();
  await two.done;
});

it("a visible tab takes over from a suspended leader, which steps down when it resumes", async () => {
  const { open, suspend, resume } = browser();
  const [one, two] = [open("one"), open("two")];
  await pass(10_000);
  suspend("one");
  await pass(REPLACED);
  expect([one.runs, two.runs]).toEqual([1, 1]);
  // The browser reports the loss of the lock before any other event.
  resume("one");
  await pass(1);
  expect([one.runs, two.runs]).toEqual([0, 1]);
  await pass(60_000);
  expect([one.terms, two.terms]).toEqual([1, 1]);
  two.end.abort();
  await pass(1);
  expect(one.runs).toBe(1);
  one.end.abort();
  await one.done;
});

it("a hidden tab does not replace a silent leader until it is visible", async () => {
  const { open, suspend, page } = browser();
  open("one");
  page.visibilityState = "hidden";
  const two = open("two");
  suspend("one");
  await pass(120_000);
  expect(two.runs).toBe(0);
  page.visibilityState = "visible";
  page.dispatchEvent(new Event("visibilitychange"));
  await pass(REPLACED);
  expect(two.runs).toBe(1);
});

it("two visible tabs without a leader agree on one of them", async () => {
  const { open, suspend, resume } = browser();
  const tabs = [open("one"), open("two"), open("three")];
  suspend("one");
  await pass(60_000);
  resume("one");
  await pass(60_000);
  expect(tabs.reduce((sum, { runs }) => sum + runs, 0)).toBe(1);
  expect(tabs.reduce((sum, { terms }) => sum + terms, 0)).toBeLessThan(5);
});

it("a browser whose locks never resolve is treated as one without locks", async () => {
  browser();
  vi.stubGlobal("navigator", { locks: { request: () => new Promise(() => undefined) } });
  const run = vi.fn(async () => undefined);
  void inOneTab("a", new AbortController().signal, run);
  await pass(REPLACED + STEAL_LIMIT);
  expect(run).toHaveBeenCalledTimes(1);
});
