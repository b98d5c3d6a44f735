import type { Attempt } from "@/api/types";
import type { AttemptSnapshot } from "../journal/types";
import { merged } from "./entered";
import type { Intro, SessionState } from "./state";
import { type Emit, type Handlers, isOver, isRunning, saveUnsent } from "./steps";
import { refuse, submit } from "./submitting";

/** Loads the test, shows the stored copy while the server does not reply, starts or resumes the attempt. */
type Events =
  | "open"
  | "opened"
  | "loaded"
  | "load_failed"
  | "load_refused"
  | "retry_load"
  | "start"
  | "key"
  | "started"
  | "merged"
  | "begin";

/** Timeout in ms of the first reply, after which the stored copy of the test is shown. */
const CACHE_FALLBACK_MS = 2_500;

const OFFLINE: Pick<SessionState, "save"> = { save: { kind: "offline" } };
const knowsNothing = ({ save }: SessionState) => save.kind === "nothing";

/** Asks the server for the test. */
export function load(state: SessionState, emit: Emit): SessionState {
  emit({ type: "load" });
  return { ...state, load: { ...state.load, step: "asked" } };
}

/** Ends the wait before the next try. */
export const retryLoad = (state: SessionState, emit: Emit): SessionState =>
  state.load.step === "waiting" ? load(state, emit) : state;

/** The server has replied: the stored copy is out of date. */
const answered = (state: SessionState): SessionState => ({
  ...state,
  load: { step: "idle", failures: 0 },
  cached: undefined,
});

/** Starts, once, the save loop and the event stream. */
function follow(state: SessionState, emit: Emit): SessionState {
  if (state.following || !state.key) return state;
  const following = { ...state, following: true };
  emit({ type: "follow" });
  saveUnsent(following, "schedule", emit);
  return following;
}

function restore(state: SessionState, snapshot: AttemptSnapshot, emit: Emit): SessionState {
  const { invite, test, clips, questions, deadline, sections = [], passages = [], breaks } = snapshot;
  const { paused_since: pausedSince, break_until: breakUntil } = snapshot;
  const intro = { invite, test, clips, elsewhere: false };
  const noticedDeadline = state.noticedDeadline ?? deadline;
  const times = { deadline, noticedDeadline, pausedSince, breakUntil, breaks };
  return follow({ ...state, snapshot, intro, questions, passages, sections, ...times }, emit);
}

/** Shows the stored copy, unless the running attempt is already shown. */
export function showCached(state: SessionState, emit: Emit): SessionState {
  const { cached, monitoring } = state;
  if (!cached || state.snapshot || isOver(state)) return state;
  emit({ type: "restore_clock", offset: cached.clock_offset });
  const phase = { name: monitoring ? ("running" as const) : ("intro" as const) };
  return { ...restore(state, cached, emit), phase, ...OFFLINE };
}

/** Goes on with the stored copy at once, without a word of the server: it was shown a moment ago. */
function showAgain(state: SessionState, emit: Emit): SessionState {
  const save: SessionState["save"] = { kind: state.unsent > 0 ? "saving" : "nothing" };
  return { ...showCached(state, emit), save };
}

/** Applies the server's state of the running attempt, and stores a copy for offline visits. */
function adopt(
  state: SessionState,
  attempt: Attempt,
  intro: Intro,
  entering: boolean,
  emit: Emit,
): SessionState {
  const { questions, started_at, deadline, history, sections = [], passages = [], breaks } = attempt;
  const { paused_since: pausedSince, break_until: breakUntil } = attempt;
  const { invite, test, clips } = intro;
  const { entered, claims } = merged(state, attempt.entered);
  const position = Math.min(state.position, Math.max(questions.length - 1, 0));
  const divided = sections.length > 0 && { sections, entered, claims };
  const snapshot = {
    invite,
    test,
    questions,
    started_at,
    deadline,
    history,
    ...divided,
    ...(passages.length > 0 && { passages }),
    ...(clips && { clips }),
    paused_since: pausedSince,
    break_until: breakUntil,
    breaks,
  };
  emit({ type: "keep", snapshot }, { type: "merge", attempt, entering });
  const noticedDeadline = state.noticedDeadline ?? deadline;
  const times = { deadline, noticedDeadline, pausedSince, breakUntil, breaks };
  const known = { ...state, intro, questions, passages, sections, entered, claims, ...times };
  return { ...known, position, snapshot };
}

/** Leaves the loading state. Asks about the camera again if that dialog was cancelled. */
function enter(state: SessionState, holds: boolean, emit: Emit): SessionState {
  const entered = { ...state, resubmit: false };
  if (isOver(state)) return entered;
  const shown: SessionState = {
    ...entered,
    phase: { name: holds && state.monitoring ? "running" : "intro" },
  };
  return holds && state.resubmit ? submit(shown, "asked", emit) : shown;
}

/** The save state once the server's answers are merged; `saved_at`: ms since the epoch, 0 without answers. */
function mergedSave(state: SessionState, saved_at: number): SessionState["save"] {
  if (state.unsent === 0) return saved_at ? { kind: "saved", at: saved_at } : { kind: "nothing" };
  return state.following ? state.save : { kind: "saving" };
}

export const opening: Handlers<Events> = {
  open(state, event, emit) {
    emit(event);
    return state;
  },

  opened(state, { answers, unsent, durable, kept, again }, emit) {
    const known = { ...state, answers, unsent, durable };
    emit({ type: "watch" });
    if (!kept) return load(known, emit);
    const { attempt_key: key, marked, position, monitoring, snapshot: cached } = kept;
    const resubmit = kept.submit_requested === true;
    const { entered = [], claims = [] } = cached ?? {};
    // As an earlier visit has shown them.
    const shown = entered.flatMap(({ ends_at }, index) => (ends_at ? [[index, ends_at]] : []));
    const noticedEnds: Record<number, string> = Object.fromEntries(shown);
    const of = { cached, resubmit, entered, claims, noticedEnds };
    const held = { ...known, key, marked, position, monitoring, ...of };
    if (cached && again) return load(showAgain(held, emit), emit);
    if (cached) emit({ type: "wait", timer: "cached", ms: CACHE_FALLBACK_MS });
    return load(held, emit);
  },

  loaded(state, { reply }, emit) {
    const { invite, test, company, in_progress, attempt, blocked_code, blocked_reason, consent, clips } =
      reply;
    const elsewhere = in_progress && !attempt;
    const intro: Intro = { invite, test, company, elsewhere, blocked_code, blocked_reason, consent, clips };
    // What an earlier visit has shown: time may have been added meanwhile.
    const noticedDeadline = state.noticedDeadline ?? state.cached?.deadline;
    const known = { ...answered(state), noticedDeadline };
    return attempt ? adopt(known, attempt, intro, true, emit) : enter({ ...known, intro }, false, emit);
  },

  load_failed(state, { failure: { code, detail, retryAfter } }, emit) {
    const failures = state.load.failures + 1;
    emit({ type: "back_off", timer: "load", failures, retryAfter });
    const waiting: SessionState = { ...state, load: { step: "waiting", failures } };
    if (state.cached) return { ...showCached(waiting, emit), ...(knowsNothing(state) && OFFLINE) };
    if (isOver(state) || isRunning(state)) return waiting;
    return { ...waiting, phase: { name: "unreachable", code, detail } };
  },

  load_refused(state, { code, detail }, emit) {
    const { cached } = state;
    const known = answered(state);
    if (!cached || code !== "finished") return refuse(known, detail, emit, code);
    // The test ended while this browser was offline: submit what it has, for the result.
    return submit(restore({ ...known, refusal: detail }, cached, emit), "ended", emit);
  },

  retry_load: (state, _event, emit) => retryLoad(state, emit),

  start(state, event, emit) {
    emit(event);
    return state;
  },

  key: (state, { key }) => ({ ...state, key }),

  started(state, { attempt }, emit) {
    const { intro } = state;
    return intro ? adopt(state, attempt, { ...intro, elsewhere: false }, false, emit) : state;
  },

  merged(state, { saved_at, entering, unsent }, emit) {
    const known = { ...state, unsent };
    const followed = follow({ ...known, save: mergedSave(known, saved_at) }, emit);
    return entering ? enter(followed, true, emit) : followed;
  },

  /** Shows the questions, once the camera dialog has been answered. */
  begin(state, { monitoring }, emit) {
    emit({ type: "write", patch: { monitoring } });
    return { ...state, monitoring, phase: isOver(state) ? state.phase : { name: "running" } };
  },
};
