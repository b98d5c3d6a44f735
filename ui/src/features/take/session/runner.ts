import { NetworkFailure } from "@/api/client";
import type { Attempt, SaveReply, TimeSpent as Spent, TakeTest } from "@/api/types";
import { retryWait } from "@/lib/backoff";
import { Runner } from "@/lib/machine";
import { pause } from "@/lib/pause";
import { orUndefined } from "@/lib/timeout";
import { keepUndelivered } from "@/lib/undelivered";
import { entriesBytes } from "../journal/batch";
import { AnswerJournal } from "../journal/journal";
import { makeAttemptKey } from "../journal/key";
import { openStore } from "../journal/open-store";
import { SaveLoop } from "../journal/save-loop";
import type { Entry } from "../journal/types";
import { sendOnUnload } from "../journal/unload";
import { forgetPictures } from "../pictures/load-pictures";
import { ServerClock } from "../running/clock";
import { forgetSignals } from "../signals/forget";
import { isTrial } from "../trial/trial";
import { type Accepted, calls, classify, isFatal, isUnknownLink, laterDeadline } from "./calls";
import type { SessionEffect, SessionEvent } from "./events";
import { loadLazy } from "./lazy-load";
import type { AttemptChanged } from "./live";
import { step } from "./machine";
import { Bus, type Notice, type Pushed } from "./push";
import { type Confirmation, leaveReceipt } from "./receipt";
import { SignalTap } from "./signal-tap";
import { INITIAL, type SessionState } from "./state";
import { isOver } from "./steps";
import { TimeSpent } from "./time-spent";
import { watchWindow } from "./window-events";

/** Interval in ms of the checks for the deadline and for sleep. */
const CLOCK_CHECK_MS = 1_000;
/** Interval in ms between tries to report an entered section. */
const CLAIM_RETRY_MS = 4_000;
/** Maximum wait in ms of a submit for earlier integrity signals. */
const SIGNALS_FLUSH_TIMEOUT_MS = 2_000;
/** Maximum wait in ms of a start without a reply for whether the test has begun. */
const START_ASK_TIMEOUT_MS = 5_000;
/** The server accepts 8 MiB a submit; above this size only unconfirmed answers are sent. */
const WHOLE_LIMIT = 6 * 1024 * 1024;

/** Tests that were being taken on a page of this document that has ended: the next page continues at once. */
const interrupted = new Set<string>();

type Performers = {
  [T in SessionEffect["type"]]: (effect: Extract<SessionEffect, { type: T }>) => unknown;
};

/** A reply to a save, which says nothing of a pause while there is none. */
const changeOf = (reply: SaveReply): AttemptChanged => ({
  ...reply,
  paused_since: reply.paused_since ?? null,
  break_until: reply.break_until ?? null,
});

/** What a reply says of a pause. One that says of none may be older than the pause that the stream has said. */
const pauseIn = ({
  paused_since,
  break_until,
  server_time,
}: Pick<Attempt, "paused_since" | "break_until" | "server_time">) => ({
  paused_since: paused_since ?? null,
  break_until: break_until ?? null,
  ...(!paused_since && { server_time }),
});

/** What a reply about the test says of the attempt; nothing where the attempt is not this browser's. */
const stateOf = (attempt: Attempt | undefined) => ({
  deadline: attempt?.deadline,
  entered: attempt?.entered,
  ...(attempt && pauseIn(attempt)),
  breaks: attempt?.breaks,
});

/** Performs the effects of the session's machine: journal, save loop, clock, calls, event stream. */
export class SessionRunner {
  clock = new ServerClock();
  readonly signals = new SignalTap();
  readonly pushes = new Bus<Pushed>();
  readonly notices = new Bus<Notice>();
  journal: AnswerJournal | undefined;
  loop: SaveLoop | undefined;
  /** The text that the candidate accepts with the start. */
  consent: Accepted | null = null;
  /** How the candidate came to submit. */
  confirmation: Confirmation = {};
  /** The start under way, for the caller who asked for it. */
  starting: Promise<void> = Promise.resolve();
  readonly #time: TimeSpent;
  readonly #machine: Runner<SessionState, SessionEvent, SessionEffect>;
  readonly #stop = new AbortController();
  #merging: Promise<void> | undefined;
  /** When entered sections were last sent on their own. */
  #claimed = Number.NEGATIVE_INFINITY;

  constructor(
    readonly token: string,
    changed: (state: SessionState) => void,
  ) {
    this.#time = new TimeSpent(token, () => performance.now());
    const perform = (effect: SessionEffect) =>
      void (this.#performers[effect.type] as (effect: SessionEffect) => unknown)(effect);
    this.#machine = new Runner(INITIAL, step, { perform, changed });
  }

  get state(): SessionState {
    return this.#machine.state;
  }

  send = (event: SessionEvent): void => this.#machine.send(event);

  async close(): Promise<void> {
    if (this.state.phase.name === "running") interrupted.add(this.token);
    this.#stop.abort();
    this.#machine.stop();
    await this.journal?.numbered();
    await this.loop?.flush();
    this.loop?.stop();
    this.journal?.close();
  }

  /** What is unsent is saved first: a break begins with all that was typed before it. */
  async takeBreak(begin: boolean): Promise<void> {
    if (begin) {
      await this.journal?.numbered();
      await this.loop?.flush();
    }
    const left = this.state.breaks?.count;
    const sentAt = this.clock.monotonic();
    const call = this.#heeded(calls.takeBreak(this.token, this.#key, begin, left));
    const reply = await call.catch((error) => {
      // Without a reply the server may have taken it; a refusal may speak of a pause that the page does not know.
      this.send({ type: "reload" });
      throw error;
    });
    this.clock.sync(reply.server_time, sentAt);
    const { deadline, entered, breaks } = reply;
    this.send({ type: "changed", change: { deadline, entered, breaks, ...pauseIn(reply) } });
  }

  readonly #performers: Performers = {
    open: () => this.#open(),
    watch: () => this.#watch(),
    load: () => this.#load(),
    start: () => {
      this.starting = this.#start();
    },
    sync: () => this.#sync(),
    follow: () => this.#follow(),
    edit: ({ question_id, answer, exact }) => {
      const { journal } = this;
      const taken = exact ? journal?.choose(question_id, answer) : journal?.edit(question_id, answer);
      this.send({ type: "edited", question_id, taken: taken ?? false });
    },
    write: ({ patch }) => this.journal?.updateAttempt(patch),
    keep: ({ snapshot }) =>
      this.journal?.updateAttempt({ snapshot: { ...snapshot, clock_offset: this.clock.offset() } }),
    merge: ({ attempt, entering }) => {
      this.#merging = this.#merge(attempt, entering);
    },
    refresh: () => this.journal?.refresh(),
    broadcast: ({ message }) => this.journal?.broadcast(message),
    clear: async () => {
      await this.journal?.clear();
      void forgetPictures(this.token);
      this.send({ type: "cleared" });
    },
    save: ({ command }) => this.loop?.[command](),
    saved_elsewhere: ({ at }) => this.loop?.savedElsewhere(at),
    unload: () =>
      sendOnUnload(
        this.token,
        this.#key,
        this.journal?.leave() ?? [],
        this.#time.unsent(),
        this.state.claims,
      ),
    wait: ({ timer, ms }) => this.#machine.wait(timer, ms, { type: "timer", timer }),
    back_off: ({ timer, failures, retryAfter }) =>
      this.#machine.wait(timer, retryWait(failures, retryAfter), { type: "timer", timer }),
    restore_clock: ({ offset }) => {
      this.clock = new ServerClock(undefined, offset);
    },
    count: ({ question_id, leaving }) => {
      const seen = leaving || document.visibilityState === "visible";
      this.#time.step(seen ? question_id : undefined);
    },
    report_time: () => this.#reportTime(),
    prepare: async ({ turn }) => {
      const late = pause(SIGNALS_FLUSH_TIMEOUT_MS, this.#stop.signal);
      await Promise.all([this.journal?.numbered(), Promise.race([this.signals.flush(), late])]);
      this.send({ type: "prepared", turn, troubled: this.loop?.troubled ?? false });
    },
    submit: ({ turn, reason, bare }) => {
      const [answers, spent]: [Entry[], Spent[]] = bare ? [[], []] : [this.#whole(), this.#time.unsent()];
      const { claims } = this.state;
      const missing = bare ? this.#unsent().map(({ question_id }) => question_id) : [];
      return this.#heeded(
        calls.submit(
          this.token,
          this.#key,
          answers,
          spent,
          reason === "time",
          claims,
          this.confirmation,
          missing,
        ),
      ).then(
        async (reply) => {
          const left = await this.#notIn(answers);
          this.send({ type: "submitted", reply, reason, missing: left });
        },
        (error) => {
          const deadline = laterDeadline(error);
          if (deadline) this.send({ type: "changed", change: { deadline } });
          this.send({ type: "submit_failed", turn, failure: classify(error) });
        },
      );
    },
    drain: async ({ turn }) => {
      const left = (await this.loop?.drain()) ?? "done";
      this.send({ type: "drained", turn, left });
    },
    push: ({ pushed }) => this.pushes.notify(pushed),
    submit_toast: ({ code, detail }) => this.notices.notify({ type: "submit_failed", code, detail }),
    finish: ({ title, reply, reason, missing }) => {
      this.loop?.stop();
      this.#leave(title, missing);
      const holder = { token: this.token, key: this.#key };
      const test = { ...this.state.intro?.test, title };
      leaveReceipt(test, reply, reason, holder, this.state.intro?.company, this.confirmation);
    },
    forget: () => {
      forgetSignals(this.token);
      this.#time.forget();
    },
    halt: () => {
      this.#stop.abort();
      this.loop?.stop();
    },
  };

  /** Any call may be the first to learn that the server no longer knows the link. */
  #heeded<T>(call: Promise<T>): Promise<T> {
    return call.catch((error) => {
      if (isUnknownLink(error)) this.send({ type: "closed", code: error.code });
      throw error;
    });
  }

  /** Effects that need the key are not performed without one. */
  get #key(): string {
    return this.state.key ?? "";
  }

  async #open() {
    const store = await openStore(this.token);
    if (this.#stop.signal.aborted) return store.close();
    const journal = new AnswerJournal(this.token, store, {
      onAnswers: () => this.send({ type: "answers", ...answers() }),
      onEntry: () => this.send({ type: "entry" }),
      onChange: () => this.send({ type: "journal", unsent: journal.unsentCount, durable: journal.durable }),
      onMessage: (message) => this.send({ type: "tab", message }),
    });
    const answers = () => ({ answers: journal.answers(), unsent: journal.unsentCount });
    this.journal = journal;
    const kept = await journal.load();
    const again = interrupted.delete(this.token);
    this.send({ type: "opened", ...answers(), durable: journal.durable, kept, again });
  }

  #watch() {
    const { signal } = this.#stop;
    watchWindow(signal, {
      onReturn: (type) => this.send({ type }),
      onLeave: (closing) => this.send({ type: "leave", closing }),
      unsaved: () => this.state.following && !isOver(this.state) && (this.journal?.unsentCount ?? 0) > 0,
    });
    const tick = () => this.send({ type: "tick", now: this.clock.now(), slept: this.clock.slept() });
    const timer = setInterval(tick, CLOCK_CHECK_MS);
    signal.addEventListener("abort", () => clearInterval(timer));
  }

  /** Asks the server for the test, and syncs the clock. */
  async #ask(): Promise<TakeTest> {
    const sentAt = this.clock.monotonic();
    const reply = await this.#heeded(calls.load(this.token, this.state.key));
    this.clock.sync(reply.server_time, sentAt);
    return reply;
  }

  #load() {
    return this.#ask().then(
      (reply) => this.send({ type: "loaded", reply }),
      (error) => {
        if (isFatal(error)) this.send({ type: "load_refused", code: error.code, detail: error.detail });
        else this.send({ type: "load_failed", failure: classify(error) });
      },
    );
  }

  #sync() {
    return this.#ask().then(
      ({ attempt }) => this.send({ type: "synced", ...stateOf(attempt) }),
      (error) => {
        const finished = isFatal(error) && error.code === "finished";
        this.send({ type: "sync_failed", failure: classify(error), finished, now: this.clock.now() });
      },
    );
  }

  async #merge({ answers, next_seq, time_spent }: Attempt, entering: boolean) {
    this.#time.raise(time_spent);
    const entries = answers.map(({ question_id, answer, seq }) => ({ question_id, answer, seq }));
    await this.journal?.merge(entries, next_seq);
    const saved_at = answers.reduce((last, answer) => Math.max(last, Date.parse(answer.saved_at)), 0);
    this.send({ type: "merged", saved_at, entering, unsent: this.journal?.unsentCount ?? 0 });
  }

  async #start() {
    const { journal } = this;
    if (!journal) throw new Error("The page is still opening.");
    const key = await journal.ensureKey(makeAttemptKey);
    this.send({ type: "key", key });
    const sentAt = this.clock.monotonic();
    const start = calls.start(this.token, key, this.consent);
    const attempt = await start.then(
      (attempt) => {
        this.clock.sync(attempt.server_time, sentAt);
        return attempt;
      },
      (error) => this.#begun(error),
    );
    this.send({ type: "started", attempt });
    await this.#merging;
  }

  /** Without a reply to the start the test may have begun: then it goes on as with one. */
  async #begun(error: unknown): Promise<Attempt> {
    if (!(error instanceof NetworkFailure)) throw error;
    const asking = this.#ask();
    const reply = await orUndefined(asking, START_ASK_TIMEOUT_MS);
    if (reply?.attempt) return reply.attempt;
    asking.then(
      (late) => late.attempt && this.send({ type: "loaded", reply: late }),
      () => undefined,
    );
    throw error;
  }

  #follow() {
    const { journal } = this;
    if (!journal) return;
    const onChange = (change: AttemptChanged) => this.send({ type: "changed", change });
    this.loop = new SaveLoop({
      journal,
      send: (entries) => this.#save(entries),
      classify,
      onState: (save) => this.send({ type: "save_state", save, unsent: journal.unsentCount }),
      onReply: (reply) => onChange(changeOf(reply)),
    });
    const { signal } = this.#stop;
    void loadLazy(() => import("./live"), signal).then((live) =>
      live?.followAttempt(this.token, this.#key, signal, {
        onChange,
        onReload: () => this.send({ type: "reload" }),
        onClosed: (code) => this.send({ type: "closed", code }),
        onPush: (pushed) => this.send({ type: "pushed", pushed }),
        onOpen: () => this.send({ type: "stream", open: true }),
        onClose: () => this.send({ type: "stream", open: false }),
      }),
    );
    this.#record(journal);
  }

  /** Keeps how answers change, where the test asks for it. */
  #record(journal: AnswerJournal) {
    const { snapshot } = this.state;
    if (snapshot?.history !== "keystrokes") return;
    const { signal } = this.#stop;
    const start = Date.parse(snapshot.started_at);
    const elapsed = () => this.clock.now() - start;
    void loadLazy(() => import("../history/recorder"), signal).then((recorder) =>
      recorder?.record({ journal, questions: snapshot.questions, elapsed }, signal),
    );
  }

  async #save(entries: Entry[]): Promise<SaveReply> {
    const sentAt = this.clock.monotonic();
    const spent = this.#time.unsent();
    const reply = await this.#heeded(calls.save(this.token, this.#key, entries, spent, this.state.claims));
    this.clock.sync(reply.server_time, sentAt);
    this.#time.confirm(spent);
    if (reply.closed?.length) this.notices.notify({ type: "set_aside" });
    return reply;
  }

  #reportTime() {
    const now = this.clock.monotonic();
    const claims = this.state.claims.length > 0 && now - this.#claimed > CLAIM_RETRY_MS;
    if (claims) this.#claimed = now;
    if (!this.#time.due() && !claims) return;
    void this.#save([]).then(
      (reply) => this.send({ type: "changed", change: changeOf(reply) }),
      () => undefined,
    );
  }

  #unsent(): Entry[] {
    return this.journal?.unsent() ?? [];
  }

  /**
   * Questions with a text that neither this submit nor a save has delivered: what it had to leave out, and what was typed
   * since, by a candidate who had taken it back too late.
   */
  async #notIn(submitted: Entry[]): Promise<string[]> {
    await this.journal?.numbered();
    const numbers = new Map(submitted.map(({ question_id, seq }) => [question_id, seq]));
    return this.#unsent()
      .filter(({ question_id, seq }) => seq > (numbers.get(question_id) ?? 0))
      .map(({ question_id }) => question_id);
  }

  /** What the submit left out goes on to the server from the next page. */
  #leave(title: string, missing: string[]) {
    // Nothing of a trial is kept.
    if (isTrial(this.token)) return;
    const { questions, intro } = this.state;
    const texts = this.#unsent()
      .filter(({ question_id }) => missing.includes(question_id))
      .map(({ question_id, answer, seq }) => {
        const number = questions.findIndex(({ id }) => id === question_id) + 1;
        return { question_id, answer, seq, number };
      });
    const { applicant_name: applicant = "", id: invite_id = "" } = intro?.invite ?? {};
    const of = {
      title,
      ...(intro?.test.language && { language: intro.test.language }),
      applicant,
      invite_id,
    };
    keepUndelivered({ token: this.token, key: this.#key, ...of, texts });
  }

  #whole(): Entry[] {
    const all = this.journal?.all() ?? [];
    return entriesBytes(all) < WHOLE_LIMIT ? all : this.#unsent();
  }
}
