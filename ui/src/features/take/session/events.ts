import type { Attempt, SubmitReply, TakeTest } from "@/api/types";
import type { TabMessage } from "../journal/channel";
import type { Drained, SaveFailure } from "../journal/save-loop";
import type { SaveState } from "../journal/save-state";
import type { AttemptPatch, AttemptRecord, Monitoring } from "../journal/types";
import type { Problem } from "../problem";
import type { AttemptChanged } from "./live";
import type { Pushed } from "./push";
import type { RunningAttempt, SubmitReason } from "./state";

/** `cached`: show the stored copy of the test. The others end the wait before the next try of a call. */
type SessionTimer = "cached" | "load" | "sync" | "submit";

/** Answers by question id, and the number of those that the server has not confirmed. */
interface Answers {
  answers: Record<string, string>;
  unsent: number;
}

type Opening =
  | { type: "open" }
  /** `again`: the test was shown in this document until now, and the page was made again. */
  | ({ type: "opened"; durable: boolean; kept: AttemptRecord | undefined; again?: boolean } & Answers)
  | { type: "loaded"; reply: TakeTest }
  /** No usable reply yet. */
  | { type: "load_failed"; failure: SaveFailure }
  /** The server has no test for this candidate. */
  | { type: "load_refused"; code: string; detail: string }
  | { type: "retry_load" }
  | { type: "start" }
  | { type: "key"; key: string }
  | { type: "started"; attempt: Attempt }
  /** The effect `merge` is done; `saved_at`: when the server stored the last answer, in ms, 0 without answers. */
  | { type: "merged"; saved_at: number; entering: boolean; unsent: number }
  | { type: "begin"; monitoring: Monitoring };

type Answering =
  /** `exact`: an offered option, to be stored unchanged. */
  | { type: "edit"; question_id: string; answer: string; exact: boolean }
  /** Whether the journal accepted the edit. */
  | { type: "edited"; question_id: string; taken: boolean }
  | ({ type: "answers" } & Answers)
  /** The journal has something new to send. */
  | { type: "entry" }
  | { type: "journal"; unsent: number; durable: boolean }
  | { type: "save_state"; save: SaveState; unsent: number }
  | { type: "go_to"; position: number }
  /** The candidate enters the next section; `now`: the server's clock in ms. */
  | { type: "enter"; now: number }
  | { type: "mark"; question_id: string }
  | { type: "tab"; message: TabMessage };

type Timing =
  /** `now`: the server's clock in ms. `slept`: the computer slept, or its date was changed. */
  | { type: "tick"; now: number; slept: boolean }
  | { type: "timer"; timer: SessionTimer }
  /** The network is back. */
  | { type: "online" }
  | { type: "visible" }
  /** The page is hidden, or `closing`. */
  | { type: "leave"; closing: boolean }
  | { type: "stream"; open: boolean }
  | { type: "changed"; change: AttemptChanged }
  /** The server ended the stream, or a call: the code is the reason. */
  | { type: "closed"; code: string }
  /** Events of the stream were missed. */
  | { type: "reload" }
  | { type: "pushed"; pushed: Pushed }
  | ({ type: "synced"; deadline: string | undefined } & Pick<
      AttemptChanged,
      "entered" | "paused_since" | "break_until" | "breaks" | "server_time"
    >)
  /** A change of the deadline was shown long enough. */
  | { type: "noticed"; deadline: string | undefined; ends?: Record<number, string> }
  | { type: "sync_failed"; failure: SaveFailure; finished: boolean; now: number };

type Submitting =
  | { type: "submit"; reason: SubmitReason }
  /** `troubled`: a text does not get through, and would hold up the submit. */
  | { type: "prepared"; turn: number; troubled: boolean }
  /** `missing`: questions whose last answer neither the submit nor a save has delivered. */
  | { type: "submitted"; reply: SubmitReply; reason: SubmitReason; missing: string[] }
  | { type: "submit_failed"; turn: number; failure: SaveFailure }
  | { type: "drained"; turn: number; left: Drained }
  | { type: "cancel_submit" }
  | { type: "cleared" };

export type SessionEvent = Opening | Answering | Timing | Submitting;

/** How the save loop sends: `SaveLoop` has a method for each. */
export type SaveCommand = "edited" | "touch" | "schedule" | "flush";

type JournalEffect =
  | { type: "edit"; question_id: string; answer: string; exact: boolean }
  | { type: "write"; patch: AttemptPatch }
  /** Stores the copy for offline visits, with the present clock offset. */
  | { type: "keep"; snapshot: RunningAttempt }
  /** Merges the server's answers and view times; `entering`: the page is being opened. */
  | { type: "merge"; attempt: Attempt; entering: boolean }
  /** Reads what other tabs wrote. */
  | { type: "refresh" }
  | { type: "broadcast"; message: TabMessage }
  | { type: "clear" };

type SaveEffect =
  | { type: "save"; command: SaveCommand }
  | { type: "saved_elsewhere"; at: string }
  /** Sends what fits into a request that outlives the page. */
  | { type: "unload" };

type ClockEffect =
  | { type: "wait"; timer: SessionTimer; ms: number }
  /** Waits with backoff. */
  | { type: "back_off"; timer: SessionTimer; failures: number; retryAfter: number | undefined }
  /** Uses the clock offset of an earlier visit. */
  | { type: "restore_clock"; offset: number }
  /** Counts the time since the last count for this question; `leaving`: the page was visible until now. */
  | { type: "count"; question_id: string | undefined; leaving: boolean }
  /** Sends view times if enough are pending. */
  | { type: "report_time" };

type CallEffect =
  | { type: "open" }
  /** Starts to listen to the window and the clock. */
  | { type: "watch" }
  | { type: "load" }
  | { type: "start" }
  | { type: "sync" }
  /** Starts the save loop and the event stream. */
  | { type: "follow" }
  /** Flushes what must arrive before the end, best effort. */
  | { type: "prepare"; turn: number }
  /** `bare`: without answers. They are saved, or named as missing. */
  | { type: "submit"; turn: number; reason: SubmitReason; bare: boolean }
  /** Tries each unsent answer on its own. */
  | { type: "drain"; turn: number };

type PageEffect =
  | { type: "push"; pushed: Pushed }
  | ({ type: "submit_toast" } & Problem)
  /** Stops the save loop, and leaves the receipt and what is missing for the next page. */
  | { type: "finish"; title: string; reply: SubmitReply; reason: SubmitReason; missing: string[] }
  /** Deletes signals and view times: the attempt is over. */
  | { type: "forget" }
  /** Stops everything that calls the server. */
  | { type: "halt" };

export type SessionEffect = JournalEffect | SaveEffect | ClockEffect | CallEffect | PageEffect;
