// What must hold of every step of the machine.
import { expect } from "vitest";
import type { SessionEffect, SessionEvent } from "./events";
import { step } from "./machine";
import type { SessionState } from "./state";

/** Effects of a submit that begins, and of an end of the session. */
const BEGINS = ["count", "write", "prepare"] as const;
const ENDS = ["finish", "broadcast", "forget", "clear"] as const;

/** The only effects that an event may have. */
const ALLOWED: Record<SessionEvent["type"], readonly SessionEffect["type"][]> = {
  open: ["open"],
  opened: ["watch", "wait", "load"],
  loaded: ["keep", "merge"],
  load_failed: ["back_off", "restore_clock", "follow", "save"],
  load_refused: [...BEGINS, "follow", "save", "forget", "clear"],
  retry_load: ["load"],
  start: ["start"],
  key: [],
  started: ["keep", "merge"],
  merged: [...BEGINS, "follow", "save"],
  begin: ["write"],
  edit: ["edit"],
  edited: [],
  answers: ["save"],
  entry: ["save"],
  journal: [],
  save_state: [],
  go_to: ["count", "write"],
  enter: ["save", "keep", "broadcast", "write", "report_time"],
  mark: ["broadcast", "write"],
  tab: ["saved_elsewhere", "push", "finish", "forget", "write"],
  tick: [...BEGINS, "report_time", "load", "sync", "keep", "broadcast"],
  timer: ["restore_clock", "follow", "save", "load", "prepare", "drain"],
  online: ["save", "load", "prepare", "drain"],
  visible: ["save", "refresh", "sync"],
  leave: ["count", "unload", "save"],
  stream: ["save"],
  changed: [...BEGINS, "keep", "broadcast", "save", "wait"],
  closed: ["sync", "forget", "halt"],
  reload: ["sync"],
  pushed: ["push", "broadcast"],
  noticed: [],
  synced: ["keep", "broadcast", "write", "save", "wait"],
  sync_failed: [...BEGINS, "keep", "back_off"],
  submit: BEGINS,
  prepared: ["submit", "drain"],
  submitted: ENDS,
  submit_failed: ["drain", "submit_toast", "back_off", "forget", "clear"],
  drained: ["prepare", "back_off"],
  cancel_submit: ["write"],
  cleared: [],
};

export function frozen<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  Object.values(value).forEach(frozen);
  return value;
}

/** The time was up, and is not any more: more was given, or the clock stands still. */
const isGivenTime = ({ phase, deadline, pausedSince }: SessionState, after: SessionState) =>
  phase.name === "submitting" &&
  phase.reason === "time" &&
  ((after.deadline ?? "") > (deadline ?? "") || (after.pausedSince && !pausedSince));

/** Checks the invariants of a step; returns the first violation. */
function violation(before: SessionState, event: SessionEvent, after: SessionState, effects: SessionEffect[]) {
  const names = effects.map((effect) => effect.type);
  const stray = names.find((name) => !ALLOWED[event.type].includes(name));
  if (stray) return `the effect ${stray}`;
  const shows = ["edit", "answers", "opened"];
  if (after.answers !== before.answers && !shows.includes(event.type)) return "other answers shown";
  if (before.final) {
    if (names.length > 0 || after.final !== before.final) return "left a final state";
    if (after.phase !== before.phase && after.phase !== before.final) return "another last phase";
    return before.phase === before.final && after.phase !== before.phase ? "left the last phase" : undefined;
  }
  // Unsaved answers.
  if (event.type === "edit" && !names.includes("edit")) return "an edit lost";
  if (event.type === "entry" && before.following && !names.includes("save")) return "an entry not sent";
  if (names.includes("clear") && after.final?.name !== "done" && after.unsent > 0)
    return "unsent text deleted";
  if (
    event.type === "leave" &&
    before.following &&
    !names.some((name) => name === "unload" || name === "save")
  ) {
    return "left without a save";
  }
  if (names.includes("follow") === (before.following === after.following))
    return "followed twice, or not at all";
  if (names.includes("follow") && after.unsent > 0 && !names.includes("save")) return "older text not sent";
  // The submit.
  const { phase, submission } = after;
  const waits = submission.step !== "idle";
  const under = phase.name === "submitting" && !phase.stuck;
  if (!after.final && waits !== under) return "a submit that does not go on";
  if (before.phase.name === "submitting" && phase.name !== "submitting") {
    const legal = after.final
      ? after.final === phase
      : event.type === "cancel_submit" || isGivenTime(before, after);
    if (!legal) return "left the submit";
  }
  if (names.some((name) => name === "prepare" || name === "submit") && !after.key)
    return "a submit without a key";
  const between = event.type === "drained" ? ["draining"] : ["idle", "waiting"];
  if (names.includes("prepare") && !between.includes(before.submission.step)) return "two tries at once";
  if (names.includes("drain") && submission.step !== "draining") return "a drain that is not noted";
  if (event.type === "drained" && event.left === "hopeful" && names.includes("prepare"))
    return "a submit without an answer that may still arrive";
  const begins = submission.turn > before.submission.turn && phase.name === "submitting";
  if (begins && before.submission.step !== "idle") return "a second submit";
  if (submission.step === "waiting" && before.submission.step !== "waiting" && !names.includes("back_off")) {
    return "a wait without an end";
  }
  // Calls.
  if (
    names.includes("load") !==
    (after.load.step === "asked" && (before.load.step !== "asked" || event.type === "opened"))
  ) {
    return "a load that is not noted";
  }
  if (names.includes("sync") !== (after.sync.asked && !before.sync.asked)) return "a sync that is not noted";
  return undefined;
}

/** One step, checked, with a state that cannot be changed. */
export function checked(before: SessionState, event: SessionEvent) {
  const { state, effects } = step(before, event);
  const found = violation(before, event, state, effects);
  if (found) expect.fail(`${event.type} in the phase ${before.phase.name}: ${found}`);
  return { state: frozen(state), effects };
}
