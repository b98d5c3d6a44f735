import { createStore, type StoreApi } from "zustand/vanilla";
import type { CandidateQuestion, PublicInvite, SubmitReply, TestIntro } from "@/api/types";
import type { SaveState } from "../journal/save-state";
import type { Monitoring } from "../journal/types";

export type Phase =
  | { name: "loading" }
  /** No reply yet and no local copy: the page stays and retries. */
  | { name: "unreachable"; detail: string }
  | { name: "intro" }
  | { name: "running" }
  /** `problem`: why it is not done yet; `stuck`: only the candidate can continue. */
  | { name: "submitting"; reason: SubmitReason; problem?: string; stuck?: boolean }
  | { name: "done"; reply: SubmitReply; reason: SubmitReason }
  | { name: "fatal"; detail: string };

/** `time`: the clock reached zero. `ended`: the server reports the end. */
export type SubmitReason = "asked" | "time" | "ended";

export interface Intro {
  invite: PublicInvite;
  test: TestIntro;
  /** The attempt runs, and this browser does not hold it. */
  elsewhere: boolean;
  blocked_code?: string | undefined;
  blocked_reason?: string | undefined;
}

export interface TakeState {
  phase: Phase;
  intro: Intro | undefined;
  questions: CandidateQuestion[];
  deadline: string | undefined;
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

export type TakeStore = StoreApi<TakeState>;

export const newStore = (): TakeStore =>
  createStore<TakeState>()(() => ({
    phase: { name: "loading" },
    intro: undefined,
    questions: [],
    deadline: undefined,
    answers: {},
    overLimit: {},
    marked: [],
    position: 0,
    monitoring: undefined,
    save: { kind: "nothing" },
    unsent: 0,
    durable: true,
    live: false,
  }));
