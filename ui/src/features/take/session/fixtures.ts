// Data of the machine's tests.
import type { Attempt, SubmitReply, TakeTest } from "@/api/types";
import type { SaveFailure } from "../journal/save-loop";
import type { AttemptRecord, AttemptSnapshot } from "../journal/types";
import type { SessionEffect, SessionEvent } from "./events";
import { step } from "./machine";
import { INITIAL, type SessionState } from "./state";

export const NOW = Date.parse("2026-11-20T14:00:00Z");
export const DEADLINE = "2026-11-20T15:00:00Z";
export const LATER = "2026-11-20T15:45:00Z";

const INVITE = { id: "inv", applicant_name: "Cara Candidate" } as TakeTest["invite"];
const TEST = { title: "Arithmetic" } as TakeTest["test"];
const QUESTIONS = ["a", "b", "c"].map((id) => ({ id, type: "essay" })) as Attempt["questions"];

export const ATTEMPT: Attempt = {
  answers: [{ question_id: "a", answer: "old", seq: 3, saved_at: "2026-11-20T13:59:00Z" }],
  deadline: DEADLINE,
  history: "saves",
  next_seq: 4,
  questions: QUESTIONS,
  server_time: "2026-11-20T14:00:00Z",
  started_at: "2026-11-20T13:55:00Z",
  time_spent: [],
};

export const REPLY: SubmitReply = {
  score: 50,
  earned_points: 2,
  auto_earned_points: 2,
  pending_points: 0,
  judging: "none",
  total_points: 3,
  provisional: false,
  submitted_at: "2026-11-20T14:30:00Z",
  submitted_by: "candidate",
  answers_stored: 1,
  late: false,
};

export const test = (more: Partial<TakeTest> = {}): TakeTest => ({
  can_start: true,
  in_progress: false,
  invite: INVITE,
  server_time: ATTEMPT.server_time,
  test: TEST,
  company: { name: "", contact: "", intro: null, logo: null, first_slot: "09:00", last_slot: "17:30" },
  language: null,
  languages: ["en"],
  ...more,
});
export const RUNNING = test({ in_progress: true, attempt: ATTEMPT });
export const CLOSED = test({
  invite: { ...INVITE, opens_at: "2026-11-20T14:00:00Z" },
  blocked_code: "not_open_yet",
  blocked_reason: "Opens at 14:00.",
});

export const SNAPSHOT: AttemptSnapshot = {
  invite: INVITE,
  test: TEST,
  questions: QUESTIONS,
  started_at: ATTEMPT.started_at,
  deadline: DEADLINE,
  clock_offset: 250,
};

export const KEPT: AttemptRecord = {
  token: "tok",
  attempt_key: "key",
  next_seq: 4,
  snapshot: SNAPSHOT,
  marked: ["b"],
  position: 1,
  monitoring: "camera",
};

export const NETWORK: SaveFailure = { kind: "network" };
export const BUSY: SaveFailure = { kind: "busy", detail: "Busy.", retryAfter: 3_000 };
export const INVALID: SaveFailure = { kind: "invalid", detail: "Too long." };
export const REFUSED: SaveFailure = { kind: "refused", detail: "Elsewhere." };

export const FOREIGN: SaveFailure = { kind: "foreign", status: 403 };
export const PREPARED = { type: "prepared", turn: 1, troubled: false } as const satisfies SessionEvent;

export const opened = (kept?: AttemptRecord, unsent = 0): SessionEvent => ({
  type: "opened",
  answers: { a: "old" },
  unsent,
  durable: true,
  kept,
});
export const merged = (entering = true, unsent = 0): SessionEvent => ({
  type: "merged",
  saved_at: NOW,
  entering,
  unsent,
});

/** Effects of the last event, and the state after all of them. */
export function run(events: SessionEvent[], from: SessionState = INITIAL) {
  let last = { state: from, effects: [] as SessionEffect[] };
  for (const event of events) last = step(last.state, event);
  return { ...last, names: last.effects.map((effect) => effect.type) };
}

/** The questions are shown; the server holds one answer, and the other two are blank. */
export const running = (...events: SessionEvent[]) =>
  run([opened(KEPT), { type: "loaded", reply: RUNNING }, merged(), ...events]);

/** A first try of the submit is on its way. */
export const sending = (...events: SessionEvent[]) =>
  running({ type: "submit", reason: "asked" }, PREPARED, ...events);
