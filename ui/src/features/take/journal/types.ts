import type {
  BreaksLeft,
  CandidateQuestion,
  EnteredSection,
  HistoryMode,
  PaperPart,
  Passage,
  PublicInvite,
  SectionEntry,
  TakeTest,
  TestIntro,
} from "@/api/types";

/** The newest answer to one question, as this browser keeps it. */
export interface AnswerRecord {
  token: string;
  question_id: string;
  answer: string;
  /** Place in this attempt's order of edits, shared by all tabs. The server applies an entry only if it exceeds its own. */
  seq: number;
  /** Largest seq of this question that the server has confirmed. The answer is unsent while `seq` exceeds it. */
  acked_seq: number;
  edits?: string | undefined;
  /** Milliseconds since the epoch by this computer's clock; for ordering only, never shown. */
  edited_at: number;
}

/** State of a started test, enough to show it again offline. */
export interface AttemptSnapshot {
  invite: PublicInvite;
  test: TestIntro;
  questions: CandidateQuestion[];
  started_at: string;
  deadline: string;
  history?: HistoryMode;
  passages?: Passage[];
  clips?: TakeTest["clips"];
  sections?: PaperPart[];
  entered?: EnteredSection[];
  claims?: SectionEntry[];
  paused_since?: string | undefined;
  break_until?: string | undefined;
  breaks?: BreaksLeft | undefined;
  /** Server clock minus this computer's clock in milliseconds, as last measured. */
  clock_offset: number;
}

/** How the candidate answered the camera question: undefined until asked. */
export type Monitoring = "camera" | "without";

export interface AttemptRecord {
  token: string;
  attempt_key: string;
  next_seq: number;
  snapshot?: AttemptSnapshot;
  marked: string[];
  position: number;
  monitoring?: Monitoring;
  /** Set when the candidate asked to submit and the server has not answered yet. */
  submit_requested?: boolean;
}

export type AttemptPatch = Partial<
  Pick<AttemptRecord, "snapshot" | "marked" | "position" | "monitoring" | "submit_requested">
>;

export interface Ack {
  question_id: string;
  seq: number;
}

export interface Entry extends Ack {
  answer: string;
  /** How the text came to be since an earlier entry, packed (`history/codec.ts`). Never needed: the text is whole. */
  edits?: string | undefined;
}

export interface Packed {
  edits?: string | undefined;
  /** The entry that takes these edits got its number. */
  numbered(seq: number): void;
}

/** An answer as the journal holds it. Its edits, if any, came with the text from the store or another tab. */
export interface HeldText extends Omit<Entry, "question_id"> {
  acked_seq: number;
  /** The text has no number yet. */
  unnumbered: boolean;
}

/** Keeps how texts change, in tests that keep keystrokes: a module that loads late (`history/recorder.ts`). */
export interface EditLog {
  /** The text held is about to become `after`. */
  changed(question_id: string, held: HeldText, after: string): void;
  /** The edits that led to the text held, for its entry; `seq`: its number, if it has one. */
  pack(question_id: string, held: HeldText, seq?: number): Packed;
}

/**
 * Storage of one attempt. Every method may reject (a full disk, a profile that forbids storage); the journal then
 * falls back to memory. Every method may also take seconds or never settle: every wait needs a timeout.
 */
export interface JournalStore {
  /** False when closing the page loses its contents. */
  readonly durable: boolean;
  loadAttempt(): Promise<AttemptRecord | undefined>;
  loadAnswers(): Promise<AnswerRecord[]>;
  /** The attempt key of this browser; made and stored in one step, so that two tabs agree on it. */
  ensureKey(make: () => string): Promise<string>;
  updateAttempt(patch: AttemptPatch): Promise<void>;
  /** Stores an edit under the next free seq, at least `floor`, and returns that seq. */
  append(edit: Omit<Entry, "seq">, floor: number): Promise<number>;
  /** Stores an already numbered edit, unless the stored one has a larger seq; returns the winner. */
  keep(entry: Entry, acked_seq: number): Promise<AnswerRecord>;
  /** Records confirmations and returns the records that they concern. */
  acknowledge(acks: Ack[]): Promise<AnswerRecord[]>;
  /** Adopts the server's answers unless older than the local ones, and its `next_seq` as a floor. */
  merge(saved: Entry[], next_seq: number): Promise<AnswerRecord[]>;
  clear(): Promise<void>;
  close(): void;
}
