import type { Attempt, SaveReply, SignalKind, SubmitReply, TakeTest } from "@/api/types";
import { retryWait } from "@/lib/backoff";
import { pause } from "@/lib/pause";
import type { TabMessage } from "../journal/channel";
import { AnswerJournal } from "../journal/journal";
import { makeAttemptKey } from "../journal/key";
import { openStore } from "../journal/open-store";
import { SaveLoop } from "../journal/save-loop";
import type { AttemptRecord, AttemptSnapshot, Entry, Monitoring } from "../journal/types";
import { sendOnUnload } from "../journal/unload";
import { ServerClock, secondsLeft } from "../running/clock";
import { forgetSignals } from "../signals/signal-queue";
import { calls, classify, isFatal } from "./calls";
import { followLate } from "./follow-late";
import type { AttemptChanged } from "./live";
import { loadUntilAnswered } from "./load";
import { PushBus, type Pushed } from "./push";
import { leaveReceipt } from "./receipt";
import { SignalTap } from "./signal-tap";
import { type Intro, newStore, type SubmitReason, type TakeState } from "./state";
import { submitUntilDone } from "./submit";
import { TimeSpent } from "./time-spent";
import { watchWindow } from "./window-events";

/** Timeout in ms of the first reply, after which the stored copy of the test is shown. */
const CACHE_FALLBACK_MS = 2_500;
/** Interval in ms of the checks for the deadline and for sleep. */
const CLOCK_CHECK_MS = 1_000;
/** Maximum wait in ms of a submit for earlier integrity signals. */
const SIGNALS_FLUSH_TIMEOUT_MS = 2_000;

/** One candidate's visit to one test: loads it, keeps and sends answers, follows the deadline, submits. */
export class TakeSession {
  readonly store = newStore();
  clock = new ServerClock();
  readonly #signals = new SignalTap();
  readonly #pushes = new PushBus();
  readonly #time: TimeSpent;
  readonly #stop = new AbortController();
  #journal: AnswerJournal | undefined;
  #loop: SaveLoop | undefined;
  #key: string | undefined;
  #snapshot: AttemptSnapshot | undefined;
  #submit: AbortController | undefined;
  #resyncing = false;
  /** Consecutive failed time syncs, and the earliest time of the next. */
  #unsynced = { failures: 0, until: 0 };
  #wake = new AbortController();

  /** Debug info of lazy modules: a label and a function for the current value. */
  readonly debug = new Map<string, () => string>();

  constructor(readonly token: string) {
    this.#time = new TimeSpent(token, () => performance.now());
  }

  async open(): Promise<void> {
    const store = await openStore(this.token);
    if (this.#stop.signal.aborted) return store.close();
    const journal = new AnswerJournal(this.token, store, {
      onAnswers: () => {
        this.#set({ answers: journal.answers(), unsent: journal.unsentCount });
        if (journal.unsentCount > 0) this.#loop?.edited();
      },
      onEntry: () => this.#loop?.touch(),
      onChange: () => this.#set({ unsent: journal.unsentCount, durable: journal.durable }),
      onMessage: (message) => this.#hear(message),
    });
    this.#journal = journal;
    const kept = await journal.load();
    if (this.#stop.signal.aborted) return;
    this.#set({ answers: journal.answers(), durable: journal.durable, unsent: journal.unsentCount });
    if (kept) {
      this.#key = kept.attempt_key;
      this.#set({ marked: kept.marked, position: kept.position, monitoring: kept.monitoring });
    }
    this.#watch();
    await this.#load(kept);
  }

  /** Starts or resumes the attempt on the server. Rejects with the call's failure; the same key is used again. */
  async start(): Promise<void> {
    const journal = this.#journal;
    if (!journal) throw new Error("The page is still opening.");
    this.#key = await journal.ensureKey(makeAttemptKey);
    const sentAt = this.clock.monotonic();
    const reply = await calls.start(this.token, this.#key);
    const intro = this.#state().intro;
    if (intro) await this.#adopt(reply, { ...intro, elsewhere: false }, sentAt);
  }

  /** Shows the questions, once the camera dialog has been answered. */
  begin(monitoring: Monitoring) {
    this.#set({ phase: { name: "running" }, monitoring });
    void this.#journal?.updateAttempt({ monitoring });
  }

  edit(question_id: string, answer: string) {
    const taken = this.#journal?.edit(question_id, answer) ?? false;
    const { overLimit } = this.#state();
    if (Boolean(overLimit[question_id]) === taken) {
      this.#set({ overLimit: { ...overLimit, [question_id]: !taken } });
    }
  }

  choose(question_id: string, option: string) {
    this.#journal?.choose(question_id, option);
  }

  goTo(position: number) {
    this.#count();
    const { questions } = this.#state();
    const next = Math.min(Math.max(position, 0), Math.max(questions.length - 1, 0));
    this.#set({ position: next });
    void this.#journal?.updateAttempt({ position: next });
  }

  toggleMark(question_id: string) {
    const { marked } = this.#state();
    const next = marked.includes(question_id)
      ? marked.filter((id) => id !== question_id)
      : [...marked, question_id];
    this.#set({ marked: next });
    this.#journal?.tell({ type: "marked", marked: next });
    void this.#journal?.updateAttempt({ marked: next });
  }

  get attemptKey(): string | undefined {
    return this.#key;
  }

  /** Records an integrity signal; sent once a listener is attached. */
  note(kind: SignalKind, detail?: string) {
    this.#signals.add({ kind, at: new Date(this.clock.now()).toISOString(), ...(detail && { detail }) });
  }

  onSignals = this.#signals.listen;
  onPush = this.#pushes.listen;

  /** Forwards a push received by this tab to the other tabs. */
  share(pushed: Pushed) {
    this.#pushes.tell(pushed);
    this.#journal?.tell({ type: "pushed", pushed });
  }

  /** Contents of the answers file for the administrator: the key proves that this browser held the attempt. */
  answersFile(): Blob {
    const { intro } = this.#state();
    const content = {
      format: "invigil-answers/1",
      test: intro?.test.title,
      applicant: intro?.invite.applicant_name,
      invite_id: intro?.invite.id,
      saved_at: new Date(this.clock.now()).toISOString(),
      attempt_key: this.#key,
      answers: this.#journal?.all() ?? [],
    };
    return new Blob([JSON.stringify(content, null, 1)], { type: "application/json" });
  }

  async submit(reason: SubmitReason): Promise<void> {
    const { phase } = this.#state();
    const [journal, key] = [this.#journal, this.#key];
    if (!journal || !key || phase.name === "done" || (phase.name === "submitting" && !phase.stuck)) return;
    this.#count();
    this.#set({ phase: { name: "submitting", reason } });
    const asked = new AbortController();
    this.#submit = asked;
    void journal.updateAttempt({ submit_requested: true });
    const signal = AbortSignal.any([asked.signal, this.#stop.signal]);
    const onProblem = (problem: string, stuck: boolean) => {
      if (!signal.aborted) this.#set({ phase: { name: "submitting", reason, problem, stuck } });
    };
    const flush = async () => {
      await this.#loop?.flush(true);
      return !this.#loop?.pending;
    };
    const first = () => Promise.race([this.#signals.flush(), pause(SIGNALS_FLUSH_TIMEOUT_MS, signal)]);
    const timeSpent = () => this.#time.unsent();
    const deps = { token: this.token, key, journal, signal, first, flush, timeSpent, onProblem };
    const reply = await submitUntilDone(deps);
    if (reply && !this.#stop.signal.aborted) await this.#finish(reply, reason);
  }

  /** Returns to the questions while time remains. A submit already sent is up to the server. */
  cancelSubmit() {
    this.#submit?.abort();
    this.#set({ phase: { name: "running" } });
    void this.#journal?.updateAttempt({ submit_requested: false });
  }

  /** Retries at once while the first load is pending. */
  retryLoad() {
    this.#wake.abort();
  }

  secondsLeft(): number {
    const { deadline } = this.#state();
    return deadline ? secondsLeft(deadline, this.clock.now()) : Number.POSITIVE_INFINITY;
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#journal?.numbered();
    await this.#loop?.flush();
    this.#loop?.stop();
    this.#journal?.close();
  }

  #state = () => this.store.getState();
  #set = (state: Partial<TakeState>) => this.store.setState(state);

  async #load(kept: AttemptRecord | undefined): Promise<void> {
    const cached = kept?.snapshot;
    const timer = cached && setTimeout(() => this.#showCached(cached), CACHE_FALLBACK_MS);
    const loaded = await loadUntilAnswered({
      token: this.token,
      key: this.#key,
      monotonic: () => this.clock.monotonic(),
      signal: this.#stop.signal,
      onTrouble: ({ detail }) => {
        if (cached) this.#showCached(cached);
        else this.#set({ phase: { name: "unreachable", detail } });
        this.#wake = new AbortController();
        return this.#wake.signal;
      },
    });
    clearTimeout(timer);
    if (!loaded) return;
    if ("reply" in loaded) await this.#loaded(loaded.reply, kept, loaded.sentAt);
    else await this.#refused(loaded.refusal.code, loaded.refusal.detail, cached);
  }

  async #loaded(reply: TakeTest, kept: AttemptRecord | undefined, sentAt: number) {
    const { invite, test, in_progress, attempt, blocked_code, blocked_reason } = reply;
    const elsewhere = in_progress && !attempt;
    const intro: Intro = { invite, test, elsewhere, blocked_code, blocked_reason };
    this.clock.sync(reply.server_time, sentAt);
    this.#set({ intro });
    if (attempt) await this.#adopt(attempt, intro, sentAt);
    // Ask about the camera again if the dialog was cancelled: only an answer leads straight to the questions.
    const resumes = attempt && this.#state().monitoring;
    if (this.#over()) return;
    this.#set({ phase: { name: resumes ? "running" : "intro" } });
    if (attempt && kept?.submit_requested) await this.submit("asked");
  }

  async #refused(code: string, detail: string, cached: AttemptSnapshot | undefined) {
    if (cached && code === "finished") {
      this.#restoreSnapshot(cached);
      await this.submit("ended");
      const { phase } = this.#state();
      if (phase.name === "done") return;
    }
    // Questions do not stay on a shared computer; undelivered text does.
    if (this.#journal?.unsentCount === 0) await this.#journal.clear();
    this.#forget();
    this.#set({ phase: { name: "fatal", detail } });
  }

  #showCached(snapshot: AttemptSnapshot) {
    if (this.#snapshot || this.#over()) return;
    this.clock = new ServerClock(undefined, snapshot.clock_offset);
    this.#restoreSnapshot(snapshot);
    this.#set({ phase: { name: this.#state().monitoring ? "running" : "intro" }, save: { kind: "offline" } });
  }

  #restoreSnapshot(snapshot: AttemptSnapshot) {
    const { invite, test, questions, deadline } = snapshot;
    this.#snapshot = snapshot;
    this.#set({ intro: { invite, test, elsewhere: false }, questions, deadline });
    this.#follow();
  }

  /** Applies the server's state of the running attempt, and stores a copy for offline visits. */
  async #adopt(attempt: Attempt, intro: Intro, sentAt: number) {
    const { questions, answers, started_at, deadline, next_seq, server_time, time_spent } = attempt;
    this.clock.sync(server_time, sentAt);
    this.#time.raise(time_spent);
    const { invite, test } = intro;
    const position = Math.min(this.#state().position, Math.max(questions.length - 1, 0));
    this.#set({ intro, questions, deadline, position });
    this.#keep({ invite, test, questions, started_at, deadline, clock_offset: this.clock.offset() });
    await this.#journal?.merge(
      answers.map(({ question_id, answer, seq }) => ({ question_id, answer, seq })),
      next_seq,
    );
    const last = answers.map((a) => Date.parse(a.saved_at)).reduce((a, b) => Math.max(a, b), 0);
    if (this.#journal?.unsentCount === 0)
      this.#set({ save: last ? { kind: "saved", at: last } : { kind: "nothing" } });
    this.#follow();
  }

  #keep(snapshot: AttemptSnapshot) {
    this.#snapshot = snapshot;
    void this.#journal?.updateAttempt({ snapshot });
  }

  /** Starts, once, the save loop and the event stream. */
  #follow() {
    const [journal, key] = [this.#journal, this.#key];
    if (this.#loop || !journal || !key) return;
    this.#loop = new SaveLoop({
      journal,
      send: (entries) => this.#save(key, entries),
      classify,
      onState: (save) => this.#set({ save, unsent: journal.unsentCount }),
      onReply: (reply: SaveReply) => this.#changed(reply),
    });
    if (journal.unsentCount > 0) this.#loop.touch();
    void followLate(this.token, key, this.#stop.signal, {
      onChange: (change) => this.#changed(change),
      onReload: () => void this.#resync(),
      onPush: (pushed) => this.share(pushed),
      onOpen: () => {
        this.#set({ live: true });
        if (journal.unsentCount > 0) void this.#loop?.flush();
      },
      onClose: () => this.#set({ live: false }),
    });
  }

  async #save(key: string, entries: Entry[]): Promise<SaveReply> {
    const sentAt = this.clock.monotonic();
    const spent = this.#time.unsent();
    const reply = await calls.save(this.token, key, entries, spent);
    this.clock.sync(reply.server_time, sentAt);
    this.#time.confirm(spent);
    return reply;
  }

  #changed({ deadline, submitted }: AttemptChanged) {
    if (deadline && deadline !== this.#state().deadline) {
      this.#set({ deadline });
      if (this.#snapshot) this.#keep({ ...this.#snapshot, deadline, clock_offset: this.clock.offset() });
      this.#journal?.tell({ type: "deadline", deadline });
    }
    if (submitted && !this.#over()) void this.submit("ended");
  }

  #hear(message: TabMessage) {
    if (message.type === "acked") this.#loop?.savedElsewhere(message.at);
    else if (message.type === "marked") this.#set({ marked: message.marked });
    else if (message.type === "deadline") this.#set({ deadline: message.deadline });
    else if (message.type === "pushed") this.#pushes.tell(message.pushed);
    else if (message.type === "submitted") void this.#finish(message.reply, "asked", false);
  }

  async #finish(reply: SubmitReply, reason: SubmitReason, here = true) {
    if (this.#state().phase.name === "done") return;
    this.#submit?.abort();
    this.#loop?.stop();
    leaveReceipt(this.#state().intro?.test.title ?? "", reply, reason);
    this.#forget();
    if (here) {
      this.#journal?.tell({ type: "submitted", reply });
      await this.#journal?.clear();
    }
    this.#set({ phase: { name: "done", reply, reason }, unsent: 0 });
  }

  #forget() {
    forgetSignals(this.token);
    this.#time.forget();
  }

  /** True when the questions must no longer be shown. */
  #over() {
    return ["submitting", "done", "fatal"].includes(this.#state().phase.name);
  }

  #watch() {
    const { signal } = this.#stop;
    watchWindow(signal, {
      onReturn: (reason) => {
        if (this.#state().unsent > 0) void this.#loop?.flush();
        if (reason === "visible") {
          void this.#journal?.refresh();
          void this.#resync();
        }
      },
      onLeave: (closing) => {
        this.#count(true);
        if (closing && this.#key && this.#loop) {
          sendOnUnload(this.token, this.#key, this.#journal?.leave() ?? [], this.#time.unsent());
        } else void this.#loop?.flush();
      },
      unsaved: () => this.#loop !== undefined && (this.#journal?.unsentCount ?? 0) > 0 && !this.#over(),
    });
    const timer = setInterval(() => this.#tick(), CLOCK_CHECK_MS);
    signal.addEventListener("abort", () => clearInterval(timer));
  }

  /** Counts view time for the current question; `leaving`: the page was visible until now. */
  #count(leaving = false) {
    const { phase, questions, position } = this.#state();
    const seen = phase.name === "running" && (leaving || document.visibilityState === "visible");
    this.#time.step(seen ? questions[position]?.id : undefined);
  }

  #tick() {
    this.#count();
    if (this.#key && this.#state().phase.name === "running" && this.#time.due()) {
      void this.#save(this.#key, []).then(
        (reply) => this.#changed(reply),
        () => undefined,
      );
    }
    const { phase, intro } = this.#state();
    if (phase.name === "intro" && intro?.blocked_code === "not_open_yet" && this.#opened(intro)) {
      this.#set({ intro: { ...intro, blocked_code: undefined, blocked_reason: undefined } });
      void this.#load(undefined);
    }
    if (!this.#snapshot || (phase.name !== "running" && phase.name !== "intro")) return;
    if (this.clock.slept()) {
      // Checked each second, but requests back off while the server is unreachable.
      if (this.clock.monotonic() >= this.#unsynced.until) void this.#resync();
    } else if (this.secondsLeft() === 0) void this.submit("time");
  }

  #opened({ invite }: Intro) {
    return invite.opens_at !== undefined && Date.parse(invite.opens_at) <= this.clock.now();
  }

  /** Syncs time and deadline with the server: after sleep, or when the page becomes visible. */
  async #resync() {
    if (this.#resyncing || !this.#snapshot || this.#over()) return;
    const sentAt = this.clock.monotonic();
    this.#resyncing = true;
    try {
      const { attempt } = await calls.load(this.token, this.#key);
      this.#unsynced = { failures: 0, until: 0 };
      if (attempt) {
        this.clock.sync(attempt.server_time, sentAt);
        this.#changed({ deadline: attempt.deadline });
      }
    } catch (error) {
      const failures = this.#unsynced.failures + 1;
      const until = this.clock.monotonic() + retryWait(failures, classify(error).retryAfter);
      this.#unsynced = { failures, until };
      if (isFatal(error) && error.code === "finished") this.#changed({ submitted: true });
      else if (this.secondsLeft() === 0) void this.submit("time");
    } finally {
      this.#resyncing = false;
    }
  }
}
