import { openBroadcast } from "./storage";

/** A waiting tab in view asks the leading one for a sign of life this often, in milliseconds. */
export const ASK_EVERY = 2_000;
/** So many questions in a row without an answer, and the leader counts as suspended. */
export const UNANSWERED = 3;
/** Two tabs in view that miss the same leader do not take its place in one instant: milliseconds between them, at most. */
const SPREAD = 1_000;
/** A lock that cannot even be stolen is done without after this many milliseconds. */
export const STEAL_LIMIT = 3_000;

type Word = "alive?" | "alive";

/** What is to run in one tab, until its signal aborts: the page is left, or another tab leads. */
export type Run = (signal: AbortSignal) => Promise<void>;

/**
 * Runs in one tab at a time, in each where tabs cannot agree. Settles with `run`, or once `signal` aborts the wait.
 *
 * A lock alone would not do: browsers suspend tabs in the background (iOS at once, others when memory is short) and leave
 * them their locks, so that the tab in view would wait for a leader that does nothing. So a waiting tab in view asks the
 * leader for signs of life, and steals the lock of one that gives none. A leader that goes on after a suspension learns of
 * that first of all, ends its run and waits like the others. A hidden tab asks nothing; a hidden leader whose timers are only
 * slowed down answers at once, since messages are not slowed.
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

/** One wait for the lock, and the run under it until that ends or another tab takes over. */
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
    // A lock that comes after the wait for it is given back.
    if (givenUp.signal.aborted || signal.aborted) return running ?? Promise.resolve();
    answerOn(channel);
    running ??= run(AbortSignal.any([signal, deposed.signal])).finally(() => {
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
    // Stealing excludes a signal: it does not wait.
    const options = steal ? { steal } : { signal: AbortSignal.any([signal, givenUp.signal]) };
    const lock = navigator.locks.request(name, options, begin);
    await Promise.race([lock, silence]);
    return running || signal.aborted ? "done" : "no leader";
  } catch (error) {
    if (!running) {
      if (signal.aborted) return "done";
      if (givenUp.signal.aborted) return "no leader";
      // Refused, as Firefox does like all storage where cookies are blocked for the site: a tab is then alone.
      await begin();
      return "done";
    }
    if (ended || signal.aborted) {
      await running;
      return "done";
    }
    // Not by its own end: the lock was stolen.
    deposed.abort(error);
    await running.catch(() => undefined);
    return "deposed";
  } finally {
    stopAsking();
    clearTimeout(late);
  }
}

/** Lets the waiting tabs know that this one leads and lives. */
function answerOn(channel: BroadcastChannel) {
  channel.onmessage = ({ data }: MessageEvent<Word>) => {
    if (data === "alive?") tell(channel, "alive");
  };
  tell(channel, "alive");
}

/** Asks the leader while this tab is in view; answers how to stop. */
function askOn(channel: BroadcastChannel, onSilence: () => void): () => void {
  let asked = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const next = () => {
    clearTimeout(timer);
    if (globalThis.document?.visibilityState === "hidden") return;
    const spread = asked + 1 >= UNANSWERED ? Math.random() * SPREAD : 0;
    timer = setTimeout(ask, ASK_EVERY + spread);
  };
  const ask = () => {
    if (asked++ >= UNANSWERED) return onSilence();
    tell(channel, "alive?");
    next();
  };
  // What was asked before this tab was itself hidden or suspended says nothing.
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

function tell(channel: BroadcastChannel, word: Word) {
  try {
    channel.postMessage(word);
  } catch {
    // Closed: the page is being left.
  }
}
