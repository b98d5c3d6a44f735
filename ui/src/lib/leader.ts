import { anySignal } from "./any-signal";
import { openBroadcast } from "./storage";

/** Interval in ms at which a waiting visible tab pings the leader. */
export const ASK_EVERY = 2_000;
/** Consecutive unanswered pings after which the leader counts as suspended. */
export const UNANSWERED = 3;
/** Maximum jitter in ms before a takeover, so that two visible tabs do not steal the lock at once. */
const MAX_JITTER_MS = 1_000;
/** Timeout in ms of stealing the lock, after which the tab runs without it. */
export const STEAL_LIMIT = 3_000;

type Word = "alive?" | "alive";

/** Runs in one tab until its signal aborts: the page unloads, or another tab leads. */
export type Run = (signal: AbortSignal) => Promise<void>;

/**
 * Leader election: runs in one tab at a time, or in each if tabs cannot coordinate. Settles with `run`, or once
 * `signal` aborts the wait.
 *
 * A lock alone does not suffice: browsers suspend background tabs (iOS at once, others under memory pressure) without
 * releasing their locks, so the visible tab would wait for a leader that does nothing. So a waiting visible tab pings
 * the leader, and steals the lock of one that does not reply. A leader that resumes after a suspension learns of that
 * first, ends its run and waits like the others. A hidden tab sends no pings; a hidden leader with throttled timers
 * still replies at once, since messages are not throttled.
 */
export async function inOneTab(name: string, signal: AbortSignal, run: Run): Promise<void> {
  const channel = openBroadcast(`${name}:leader`);
  try {
    const alone = !channel || !globalThis.navigator?.locks;
    for (let steal = false; !signal.aborted; ) {
      if (alone) return await run(signal);
      const outcome = await term(name, channel, steal, signal, run);
      if (outcome === "done") return;
      steal = outcome === "no leader";
    }
  } finally {
    channel?.close();
  }
}

/** Waits for the lock once, and runs under it until the run ends or another tab takes over. */
async function term(
  name: string,
  channel: BroadcastChannel,
  steal: boolean,
  signal: AbortSignal,
  run: Run,
): Promise<"done" | "no leader" | "deposed"> {
  const deposed = new AbortController();
  const givenUp = new AbortController();
  let running: Promise<void> | undefined;
  let ended = false;
  let stopAsking = (): void => undefined;
  const begin = () => {
    stopAsking();
    // A lock granted after the wait ended is released.
    if (givenUp.signal.aborted || signal.aborted) return running ?? Promise.resolve();
    answerOn(channel);
    running ??= run(anySignal([signal, deposed.signal])).finally(() => {
      ended = true;
    });
    return running;
  };
  const silence = new Promise<void>((done) =>
    givenUp.signal.addEventListener("abort", () => done(), { once: true }),
  );
  let late: ReturnType<typeof setTimeout> | undefined;
  if (steal) late = setTimeout(() => void begin().catch(() => undefined), STEAL_LIMIT);
  else stopAsking = askOn(channel, () => givenUp.abort());
  try {
    // `steal` cannot be combined with `signal`: it does not wait.
    const options = steal ? { steal } : { signal: anySignal([signal, givenUp.signal]) };
    const lock = navigator.locks.request(name, options, begin);
    await Promise.race([lock, silence]);
    return running || signal.aborted ? "done" : "no leader";
  } catch (error) {
    if (!running) {
      if (signal.aborted) return "done";
      if (givenUp.signal.aborted) return "no leader";
      // Refused, as in Firefox when cookies are blocked for the site: the tab then runs independently.
      await begin();
      return "done";
    }
    if (ended || signal.aborted) {
      await running;
      return "done";
    }
    // The run did not end: the lock was stolen.
    deposed.abort(error);
    await running.catch(() => undefined);
    return "deposed";
  } finally {
    stopAsking();
    clearTimeout(late);
  }
}

/** Replies to the pings of waiting tabs. */
function answerOn(channel: BroadcastChannel) {
  channel.onmessage = ({ data }: MessageEvent<Word>) => {
    if (data === "alive?") send(channel, "alive");
  };
  send(channel, "alive");
}

/** Pings the leader while this tab is visible; returns the stop function. */
function askOn(channel: BroadcastChannel, onSilence: () => void): () => void {
  let asked = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const next = () => {
    clearTimeout(timer);
    if (globalThis.document?.visibilityState === "hidden") return;
    const spread = asked + 1 >= UNANSWERED ? Math.random() * MAX_JITTER_MS : 0;
    timer = setTimeout(ask, ASK_EVERY + spread);
  };
  const ask = () => {
    if (asked++ >= UNANSWERED) return onSilence();
    send(channel, "alive?");
    next();
  };
  // Pings sent before this tab was itself hidden or suspended prove nothing.
  const afresh = () => {
    asked = 0;
    next();
  };
  channel.onmessage = ({ data }: MessageEvent<Word>) => {
    if (data === "alive") asked = 0;
  };
  globalThis.document?.addEventListener("visibilitychange", afresh);
  next();
  return () => {
    clearTimeout(timer);
    globalThis.document?.removeEventListener("visibilitychange", afresh);
  };
}

function send(channel: BroadcastChannel, word: Word) {
  try {
    channel.postMessage(word);
  } catch {
    // Closed: the page unloads.
  }
}
