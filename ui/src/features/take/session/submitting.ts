import type { SubmitReply } from "@/api/types";
import type { SaveFailure } from "../journal/save-loop";
import type { SessionState, Submission, SubmitReason } from "./state";
import { count, type Emit, type Handlers } from "./steps";

/** The submit, its retries, and the end of the session. */
type Events = "submit" | "prepared" | "submitted" | "submit_failed" | "drained" | "cancel_submit" | "cleared";

const submission = (state: SessionState, change: Partial<Submission>): SessionState => ({
  ...state,
  submission: { ...state.submission, ...change },
});

/** Begins a try with what must arrive before the end. */
function prepare(state: SessionState, emit: Emit): SessionState {
  emit({ type: "prepare", turn: state.submission.turn });
  return submission(state, { step: "preparing" });
}

/** Submits the test, unless that is already under way. */
export function submit(state: SessionState, reason: SubmitReason, emit: Emit): SessionState {
  const { phase, key, final } = state;
  if (!key || final || (phase.name === "submitting" && !phase.stuck)) return state;
  count(state, emit);
  emit({ type: "write", patch: { submit_requested: true } });
  const turn = state.submission.turn + 1;
  const begun = submission(state, { turn, failures: 0, bare: false, drains: false });
  return prepare({ ...begun, phase: { name: "submitting", reason } }, emit);
}

/** Returns to the questions while time remains. A submit already sent is up to the server. */
export function cancelSubmit(state: SessionState, emit: Emit): SessionState {
  if (state.phase.name !== "submitting") return state;
  emit({ type: "write", patch: { submit_requested: false } });
  const cancelled = submission(state, { turn: state.submission.turn + 1, step: "idle" });
  return { ...cancelled, phase: { name: "running" } };
}

/** The wait before the next try is over, or the network is back. */
export function retrySubmit(state: SessionState, emit: Emit): SessionState {
  const { step, drains } = state.submission;
  if (step !== "waiting") return state;
  return drains ? drain(state, emit) : prepare(state, emit);
}

/** Tries each answer on its own: what one of them meets must not hold up the others, nor the submit. */
function drain(state: SessionState, emit: Emit): SessionState {
  emit({ type: "drain", turn: state.submission.turn });
  return submission(state, { step: "draining", drains: true });
}

function waitForNext(state: SessionState, emit: Emit, retryAfter?: number): SessionState {
  emit({ type: "back_off", timer: "submit", failures: state.submission.failures, retryAfter });
  return submission(state, { step: "waiting" });
}

/** The cause may be in one of the answers. */
const mayBeText = ({ kind, status }: SaveFailure) =>
  kind === "invalid" || kind === "network" || kind === "foreign" || status === 500;

function failed(state: SessionState, reason: SubmitReason, failure: SaveFailure, emit: Emit): SessionState {
  const { bare, failures } = state.submission;
  const { kind, code, detail, retryAfter } = failure;
  const known = submission(state, { failures: failures + 1, step: "idle" });
  if (kind === "invalid" && !bare) return drain(known, emit);
  const stuck = kind === "invalid" || kind === "refused";
  if (failures === 0 || stuck) emit({ type: "submit_toast", code, detail });
  const shown: SessionState = {
    ...known,
    phase: { name: "submitting", reason, problem: { code, detail }, stuck },
  };
  if (!stuck) return !bare && mayBeText(failure) ? drain(shown, emit) : waitForNext(shown, emit, retryAfter);
  return state.refusal === undefined ? shown : refuse(shown, state.refusal, emit, "finished");
}

/** Ends the session with the server's result; `here`: this tab received it, and notifies the others. */
export function finish(
  state: SessionState,
  reply: SubmitReply,
  reason: SubmitReason,
  here: boolean,
  missing: string[],
  emit: Emit,
): SessionState {
  emit({ type: "finish", title: state.intro?.test.title ?? "", reply, reason, missing });
  if (here) emit({ type: "broadcast", message: { type: "submitted", reply } });
  return end(state, { name: "done", reply, reason, missing }, here, emit);
}

/** Ends the session without a test. Questions do not stay on a shared computer; undelivered text does. */
export const refuse = (state: SessionState, detail: string, emit: Emit, code?: string): SessionState =>
  end(state, { name: "fatal", detail, ...(code && { code }) }, state.unsent === 0, emit);

/**
 * Ends the session of an attempt that the server no longer has. The copy of this browser stays, so that the answers can
 * be saved to a file, also after a reload. Other tabs learn of it by themselves.
 */
export function withdraw(state: SessionState, emit: Emit): SessionState {
  const copy = state.snapshot ?? state.cached;
  if (!state.key || !copy) return state;
  const { invite, test, questions } = copy;
  const final = { name: "withdrawn" as const };
  emit({ type: "forget" }, { type: "halt" });
  return { ...state, intro: { invite, test, elsewhere: false }, questions, final, phase: final };
}

/** `clears`: the final phase is shown once this browser's copy is deleted. */
function end(state: SessionState, final: SessionState["final"], clears: boolean, emit: Emit): SessionState {
  emit({ type: "forget" });
  if (clears) emit({ type: "clear" });
  const ended = { ...state, final };
  return clears ? ended : showFinal(ended);
}

const showFinal = (state: SessionState): SessionState =>
  state.final
    ? { ...state, phase: state.final, unsent: state.final.name === "done" ? 0 : state.unsent }
    : state;

/** The reason of the running try; undefined if the result is that of another try. */
const current = ({ phase, submission: last }: SessionState, turn: number, step: Submission["step"]) =>
  phase.name === "submitting" && last.turn === turn && last.step === step ? phase.reason : undefined;

export const submitting: Handlers<Events> = {
  submit: (state, { reason }, emit) => submit(state, reason, emit),

  prepared(state, { turn, troubled }, emit) {
    const reason = current(state, turn, "preparing");
    if (!reason) return state;
    if (troubled && !state.submission.bare) return drain(state, emit);
    emit({ type: "submit", turn, reason, bare: state.submission.bare });
    return submission(state, { step: "sending" });
  },

  // Also a reply to a cancelled submit: the server has ended the test.
  submitted: (state, { reply, reason, missing }, emit) => finish(state, reply, reason, true, missing, emit),

  submit_failed(state, { turn, failure }, emit) {
    const reason = current(state, turn, "sending");
    return reason ? failed(state, reason, failure, emit) : state;
  },

  drained(state, { turn, left }, emit) {
    if (!current(state, turn, "draining")) return state;
    // Not while some could still be saved: after the end they would only be set aside.
    if (left !== "hopeful") return prepare(submission(state, { bare: true }), emit);
    return waitForNext(submission(state, { failures: state.submission.failures + 1 }), emit);
  },

  cancel_submit: (state, _event, emit) => cancelSubmit(state, emit),

  cleared: showFinal,
};
