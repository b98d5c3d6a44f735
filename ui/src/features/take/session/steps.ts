import type { SaveCommand, SessionEffect, SessionEvent } from "./events";
import type { SessionState } from "./state";

/** Collects the effects of the current event, in order. */
export type Emit = (...effects: SessionEffect[]) => void;

/** One handler for each of some events: returns the next state, which is the same object if nothing changed. */
export type Handlers<Type extends SessionEvent["type"]> = {
  [T in Type]: (state: SessionState, event: Extract<SessionEvent, { type: T }>, emit: Emit) => SessionState;
};

/** True when the questions must no longer be shown: the test is being submitted, or the state is final. */
export const isOver = ({ phase, final }: SessionState) => final !== undefined || phase.name === "submitting";

export const isRunning = ({ phase }: SessionState) => phase.name === "running";

/** The time in ms by the clock of the attempt, which stands still in a pause; `now`: the server's clock. */
export const attemptNow = ({ pausedSince }: Pick<SessionState, "pausedSince">, now: number): number =>
  pausedSince === undefined ? now : Math.min(now, Date.parse(pausedSince));

/** The same for the time left on the screen. In a break the deadline has moved already, by all of it. */
export const shownNow = (state: Pick<SessionState, "pausedSince" | "breakUntil">, now: number): number =>
  state.breakUntil === undefined ? attemptNow(state, now) : Math.max(now, Date.parse(state.breakUntil));

/** The state in a pause that began at `since`, or outside of pauses; `until`: end of a break. */
export const withPause = (
  state: SessionState,
  since: string | undefined,
  until?: string | undefined,
): SessionState => ({
  ...state,
  pausedSince: since,
  breakUntil: since === undefined ? undefined : until,
  endedPause: state.pausedSince ?? state.endedPause,
});

/** Counts view time for the current question; `leaving`: the page was visible until now. */
export function count(state: SessionState, emit: Emit, leaving = false): void {
  const isSeen = isRunning(state) && state.pausedSince === undefined;
  const question_id = isSeen ? state.questions[state.position]?.id : undefined;
  emit({ type: "count", question_id, leaving });
}

/** A command to the save loop, once there is one. */
export function save(state: SessionState, command: SaveCommand, emit: Emit): void {
  if (state.following) emit({ type: "save", command });
}

/** The same, if there is something to send. */
export function saveUnsent(state: SessionState, command: SaveCommand, emit: Emit): void {
  if (state.unsent > 0) save(state, command, emit);
}
