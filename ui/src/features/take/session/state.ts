import { createStore, type StoreApi } from "zustand/vanilla";
import type {
  BreaksLeft,
  CandidateQuestion,
  Company,
  EnteredSection,
  PaperPart,
  Passage,
  PublicInvite,
  SectionEntry,
  SubmitReply,
  TakeTest,
  TestIntro,
} from "@/api/types";
import type { SaveState } from "../journal/save-state";
import type { AttemptSnapshot, Monitoring } from "../journal/types";
import type { Problem } from "../problem";

export type Phase =
  | { name: "loading" }
  /** No reply yet and no local copy: the page stays and retries. */
  | ({ name: "unreachable" } & Problem)
  | { name: "intro" }
  | { name: "running" }
  /** `problem`: why it is not done yet; `stuck`: only the candidate can continue. */
  | { name: "submitting"; reason: SubmitReason; problem?: Problem; stuck?: boolean }
  /** `missing`: questions whose last answer has not arrived. */
  | { name: "done"; reply: SubmitReply; reason: SubmitReason; missing: string[] }
  /** The server has deleted the attempt; this browser still holds its answers. */
  | { name: "withdrawn" }
  | { name: "fatal"; detail: string; code?: string };

/** `time`: the clock reached zero. `ended`: the server reports the end. */
export type SubmitReason = "asked" | "time" | "ended";

export interface Intro {
  invite: PublicInvite;
  test: TestIntro;
  /** Unknown while a stored copy is shown. */
  company?: Company | undefined;
  /** The attempt runs, and this browser does not hold it. */
  elsewhere: boolean;
  blocked_code?: TakeTest["blocked_code"];
  blocked_reason?: string | undefined;
  /** The text to accept before a start; unknown while a stored copy is shown. */
  consent?: TakeTest["consent"] | undefined;
  /** Signals around which video is kept too; undefined where no clips are kept. */
  clips?: TakeTest["clips"] | undefined;
}

export interface TakeState {
  phase: Phase;
  intro: Intro | undefined;
  questions: CandidateQuestion[];
  /** What questions are about. */
  passages: Passage[];
  /** Sections of the questions, in order; none in a test without sections. */
  sections: PaperPart[];
  /** Sections that were entered, in order. */
  entered: EnteredSection[];
  /** Indexes of sections whose time is up. */
  ended: number[];
  deadline: string | undefined;
  /** The clock of the attempt stands still since then. */
  pausedSince: string | undefined;
  /** End of the agreed break that the pause is; the deadline counts all of it already. */
  breakUntil: string | undefined;
  /** Agreed breaks that are left. */
  breaks: BreaksLeft | undefined;
  /** The deadline that the candidate knows of: a change is said until it is. */
  noticedDeadline: string | undefined;
  /** The same of the ends of timed sections, by their index. */
  noticedEnds: Record<number, string>;
  answers: Record<string, string>;
  /** Questions whose last edit exceeded the limit and was rejected. */
  overLimit: Record<string, boolean>;
  marked: string[];
  position: number;
  monitoring: Monitoring | undefined;
  save: SaveState;
  unsent: number;
  durable: boolean;
  /** The stream of changes from the server is open. */
  live: boolean;
}

/** A started test, enough to show it again offline once the clock offset is added. */
export type RunningAttempt = Omit<AttemptSnapshot, "clock_offset">;

/** The state that the page shows, and what the session needs beside it. */
export interface SessionState extends TakeState {
  /** The attempt key of this browser, once it has one. */
  key: string | undefined;
  /** The stored copy of an earlier visit, until the server has replied. */
  cached: AttemptSnapshot | undefined;
  /** Entered sections that the server has not confirmed. */
  claims: SectionEntry[];
  /** An earlier visit asked to submit, and the server has not confirmed it. */
  resubmit: boolean;
  /** The running attempt as stored for offline visits. */
  snapshot: RunningAttempt | undefined;
  load: { step: "idle" | "asked" | "waiting"; failures: number };
  /** The beginning of the last pause that is over: a late reply may still speak of it. */
  endedPause: string | undefined;
  /** Syncs of clock and deadline. `held`: the clock asks for none until the backoff is over. */
  sync: { asked: boolean; failures: number; held: boolean };
  /** The save loop and the event stream run. */
  following: boolean;
  submission: Submission;
  /** Why the test could not be loaded: shown if the submit of the stored answers is refused as well. */
  refusal: string | undefined;
  /** The last phase, shown once this browser's copy is deleted. No event but that changes a final state. */
  final: Extract<Phase, { name: "done" | "withdrawn" | "fatal" }> | undefined;
}

export interface Submission {
  /** Counts submits: results of cancelled ones are ignored, except a reply. */
  turn: number;
  step: "idle" | "preparing" | "sending" | "draining" | "waiting";
  failures: number;
  /** Submit without answers: one of them holds it up, and the others are saved. */
  bare: boolean;
  /** The next try begins with the unsent answers, each on its own. */
  drains: boolean;
}

export const INITIAL: SessionState = {
  phase: { name: "loading" },
  intro: undefined,
  questions: [],
  passages: [],
  sections: [],
  entered: [],
  ended: [],
  deadline: undefined,
  pausedSince: undefined,
  breakUntil: undefined,
  breaks: undefined,
  noticedDeadline: undefined,
  noticedEnds: {},
  answers: {},
  overLimit: {},
  marked: [],
  position: 0,
  monitoring: undefined,
  save: { kind: "nothing" },
  unsent: 0,
  durable: true,
  live: false,
  key: undefined,
  cached: undefined,
  claims: [],
  resubmit: false,
  snapshot: undefined,
  load: { step: "idle", failures: 0 },
  endedPause: undefined,
  sync: { asked: false, failures: 0, held: false },
  following: false,
  submission: { turn: 0, step: "idle", failures: 0, bare: false, drains: false },
  refusal: undefined,
  final: undefined,
};

export type TakeStore = StoreApi<TakeState>;

export const newStore = (): TakeStore => createStore<TakeState>()(() => INITIAL);
