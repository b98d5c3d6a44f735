import type { BreaksLeft } from "@/api/types";
import { secondsLeft } from "../running/clock";
import type { AttemptChanged } from "./live";
import { load, retryLoad, showCached } from "./opening";
import { sectionRules } from "./sections";
import type { SessionState } from "./state";
import {
  attemptNow,
  count,
  type Emit,
  type Handlers,
  isOver,
  isRunning,
  save,
  saveUnsent,
  withPause,
} from "./steps";
import { cancelSubmit, retrySubmit, submit, withdraw } from "./submitting";

/** Clock and deadline, the window, and the event stream. */
type Events =
  | "tick"
  | "timer"
  | "online"
  | "visible"
  | "leave"
  | "stream"
  | "changed"
  | "closed"
  | "reload"
  | "pushed"
  | "synced"
  | "noticed"
  | "sync_failed";

/** Time in ms between two looks in a pause, whose end the stream says: while it is open, and while it is not. */
const LIVE_LOOK_MS = 60_000;
const LOOK_MS = 15_000;

/** Asks again in a while whether a pause lasts: nothing else in it calls the server, and the stream may be held back. */
function lookLater(state: SessionState, emit: Emit): SessionState {
  if (state.pausedSince === undefined) return { ...state, sync: { ...state.sync, held: false } };
  emit({ type: "wait", timer: "sync", ms: state.live ? LIVE_LOOK_MS : LOOK_MS });
  return { ...state, sync: { ...state.sync, held: true } };
}

/** Asks for clock and deadline: after sleep, or when the page becomes visible. */
function sync(state: SessionState, emit: Emit): SessionState {
  if (state.sync.asked || !state.snapshot || isOver(state)) return state;
  emit({ type: "sync" });
  return { ...state, sync: { ...state.sync, asked: true } };
}

/** Keeps the attempt with the clock as it is now: a reload without the server has nothing else to go by. */
function keep({ snapshot }: SessionState, emit: Emit) {
  if (snapshot) emit({ type: "keep", snapshot });
}

function moveDeadline(state: SessionState, deadline: string, emit: Emit): SessionState {
  const snapshot = state.snapshot && { ...state.snapshot, deadline };
  const moved = { ...state, deadline, snapshot };
  keep(moved, emit);
  emit({ type: "broadcast", message: { type: "deadline", deadline } });
  return moved;
}

/** Since when the attempt is paused. A reply may be older than what the stream has said. */
function pauseOf(state: SessionState, { paused_since, server_time }: AttemptChanged): string | undefined {
  const known = state.pausedSince;
  if (paused_since === undefined) return known;
  if (paused_since !== null) return server_time && paused_since === state.endedPause ? known : paused_since;
  const isOlder = known && server_time && Date.parse(server_time) <= Date.parse(known);
  return isOlder ? known : undefined;
}

/** The end of the break that the pause is. A change that says nothing of it leaves it. */
function breakOf(state: SessionState, since: string | undefined, { break_until }: AttemptChanged) {
  if (since === undefined) return undefined;
  const known = since === state.pausedSince ? state.breakUntil : undefined;
  return break_until === undefined ? known : (break_until ?? undefined);
}

/** Begins or ends a pause or a break. What is unsent goes out first, and a submit that the clock asked for waits. */
function pause(
  state: SessionState,
  since: string | undefined,
  until: string | undefined,
  emit: Emit,
): SessionState {
  if (since === state.pausedSince && until === state.breakUntil) return state;
  const snapshot = state.snapshot && { ...state.snapshot, paused_since: since, break_until: until };
  const changed = withPause({ ...state, snapshot }, since, until);
  keep(changed, emit);
  emit({ type: "broadcast", message: { type: "pause", since, ...(until && { until }) } });
  if (since) saveUnsent(changed, "flush", emit);
  const { phase } = changed;
  const isHeld = since && phase.name === "submitting" && phase.reason === "time";
  return lookLater(isHeld ? cancelSubmit(changed, emit) : changed, emit);
}

const withBreaks = (state: SessionState, breaks: BreaksLeft): SessionState => ({
  ...state,
  breaks,
  snapshot: state.snapshot && { ...state.snapshot, breaks },
});

/** A break ends by itself, whether or not the server can be reached: its end was known when it began. */
function endBreak(state: SessionState, now: number, emit: Emit): SessionState {
  const { breakUntil } = state;
  return breakUntil !== undefined && now >= Date.parse(breakUntil)
    ? pause(state, undefined, undefined, emit)
    : state;
}

/** Applies what the server reports of the attempt. */
function change(before: SessionState, changed: AttemptChanged, emit: Emit): SessionState {
  const { deadline, submitted, entered } = changed;
  const since = pauseOf(before, changed);
  const known = changed.breaks ? withBreaks(before, changed.breaks) : before;
  const paused = pause(known, since, breakOf(before, since, changed), emit);
  const state = sectionRules()?.confirm(paused, entered, emit) ?? paused;
  const moved = deadline && deadline !== state.deadline ? moveDeadline(state, deadline, emit) : state;
  if (submitted && !isOver(state)) return submit(moved, "ended", emit);
  return isGivenTime(state, deadline) ? cancelSubmit(moved, emit) : moved;
}

/** The time was up, and an administrator gave lost time back before the server could take the submit. */
function isGivenTime({ phase, deadline: before }: SessionState, deadline: string | undefined): boolean {
  const isLater = before !== undefined && deadline !== undefined && Date.parse(deadline) > Date.parse(before);
  return isLater && phase.name === "submitting" && phase.reason === "time";
}

const timeIsUp = ({ deadline }: SessionState, now: number) =>
  deadline !== undefined && secondsLeft(deadline, now) === 0;

/** Lifts the block of a test that has opened meanwhile. */
function liftBlock(state: SessionState, now: number, emit: Emit): SessionState {
  const { phase, intro } = state;
  if (phase.name !== "intro" || intro?.blocked_code !== "not_open_yet") return state;
  const { opens_at } = intro.invite;
  if (opens_at === undefined || Date.parse(opens_at) > now || state.load.step !== "idle") return state;
  return load({ ...state, intro: { ...intro, blocked_code: undefined, blocked_reason: undefined } }, emit);
}

export const timing: Handlers<Events> = {
  tick(before, { now, slept }, emit) {
    count(before, emit);
    const state = endBreak(before, now, emit);
    if (state.key && isRunning(state)) emit({ type: "report_time" });
    const free = liftBlock(state, now, emit);
    const at = attemptNow(state, now);
    const lifted = sectionRules()?.settle(free, at, emit) ?? free;
    const shown = isRunning(state) || state.phase.name === "intro";
    if (!state.snapshot || !shown) return lifted;
    // Checked each second, but requests back off while the server is unreachable.
    if (slept || state.pausedSince !== undefined) return state.sync.held ? lifted : sync(lifted, emit);
    return timeIsUp(state, at) ? submit(lifted, "time", emit) : lifted;
  },

  timer(state, { timer }, emit) {
    if (timer === "cached") return showCached(state, emit);
    if (timer === "load") return retryLoad(state, emit);
    if (timer === "submit") return retrySubmit(state, emit);
    return { ...state, sync: { ...state.sync, held: false } };
  },

  online(state, _event, emit) {
    saveUnsent(state, "flush", emit);
    return retrySubmit(retryLoad(state, emit), emit);
  },

  visible(state, _event, emit) {
    saveUnsent(state, "flush", emit);
    emit({ type: "refresh" });
    return sync(state, emit);
  },

  leave(state, { closing }, emit) {
    count(state, emit, true);
    if (closing && state.following) emit({ type: "unload" });
    else save(state, "flush", emit);
    return state;
  },

  stream(state, { open }, emit) {
    if (open) saveUnsent(state, "flush", emit);
    return { ...state, live: open };
  },

  changed: (state, event, emit) => change(state, event.change, emit),

  closed(state, { code }, emit) {
    if (code === "unknown_link") return withdraw(state, emit);
    // Another browser took over: not only the next save learns of it.
    if (code === "attempt_elsewhere") return { ...state, live: false, save: { kind: "aside" } };
    return sync(state, emit);
  },

  reload: (state, _event, emit) => sync(state, emit),

  pushed(state, { pushed }, emit) {
    emit({ type: "push", pushed }, { type: "broadcast", message: { type: "pushed", pushed } });
    return state;
  },

  synced(state, { type: _, ...reported }, emit) {
    const synced = { ...state, sync: { asked: false, failures: 0, held: false } };
    const changed = change(synced, reported, emit);
    keep(changed, emit);
    return changed.sync.held ? changed : lookLater(changed, emit);
  },

  noticed: (state, { deadline, ends }) => ({
    ...state,
    noticedDeadline: deadline,
    noticedEnds: { ...state.noticedEnds, ...ends },
  }),

  sync_failed(state, { failure, finished, now }, emit) {
    const failures = state.sync.failures + 1;
    emit({ type: "back_off", timer: "sync", failures, retryAfter: failure.retryAfter });
    const held = { ...state, sync: { asked: false, failures, held: true } };
    keep(state, emit);
    if (isOver(state) || (!finished && !timeIsUp(state, attemptNow(state, now)))) return held;
    return submit(held, finished ? "ended" : "time", emit);
  },
};
