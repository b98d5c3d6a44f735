import type { SignalKind } from "@/api/types";
import type { Entry, Monitoring } from "../journal/types";
import { forgetPictures } from "../pictures/load-pictures";
import { secondsLeft } from "../running/clock";
import type { Accepted } from "./calls";
import type { Pushed } from "./push";
import type { Confirmation } from "./receipt";
import { SessionRunner } from "./runner";
import { newStore, type SubmitReason } from "./state";
import { shownNow } from "./steps";

/** One candidate's visit to one test, for the components: the state of the machine, and what they ask of it. */
export class TakeSession {
  readonly store = newStore();
  /** Debug info of lazy modules: a label and a function for the current value. */
  readonly debug = new Map<string, () => string>();
  readonly #runner: SessionRunner;

  constructor(readonly token: string) {
    this.#runner = new SessionRunner(token, (state) => this.store.setState(state));
  }

  open() {
    this.#runner.send({ type: "open" });
  }

  /** The text that the candidate accepts with the start. */
  get consent(): Accepted | null {
    return this.#runner.consent;
  }

  set consent(accepted: Accepted | null) {
    this.#runner.consent = accepted;
  }

  /** Starts or resumes the attempt on the server. Rejects with the call's failure; the same key is used again. */
  start(): Promise<void> {
    this.#runner.send({ type: "start" });
    return this.#runner.starting;
  }

  /** Shows the questions, once the camera dialog has been answered. */
  begin(monitoring: Monitoring) {
    this.#runner.send({ type: "begin", monitoring });
  }

  edit(question_id: string, answer: string) {
    this.#runner.send({ type: "edit", question_id, answer, exact: false });
  }

  /** Like `edit`, for an answer that must equal an offered option exactly. */
  choose(question_id: string, answer: string) {
    this.#runner.send({ type: "edit", question_id, answer, exact: true });
  }

  goTo(position: number) {
    this.#runner.send({ type: "go_to", position });
  }

  /** Enters the next section. */
  enter() {
    this.#runner.send({ type: "enter", now: this.clock.now() });
  }

  /** Begins an agreed break, or ends it; rejects where the server cannot be reached or refuses. */
  takeBreak(begin: boolean): Promise<void> {
    return this.#runner.takeBreak(begin);
  }

  toggleMark(question_id: string) {
    this.#runner.send({ type: "mark", question_id });
  }

  get attemptKey(): string | undefined {
    return this.#runner.state.key;
  }

  /** The server's clock. */
  get clock() {
    return this.#runner.clock;
  }

  /** Records an integrity signal; sent once a listener is attached. */
  note(kind: SignalKind, detail?: string) {
    const at = new Date(this.clock.now()).toISOString();
    this.#runner.signals.add({ kind, at, ...(detail && { detail }) });
  }

  get onSignals() {
    return this.#runner.signals.listen;
  }

  get onPush() {
    return this.#runner.pushes.listen;
  }

  get onNotice() {
    return this.#runner.notices.listen;
  }

  /** Forwards a push received by this tab to the other tabs. */
  share(pushed: Pushed) {
    this.#runner.send({ type: "pushed", pushed });
  }

  /** Every answer of this browser. */
  entries(): Entry[] {
    return this.#runner.journal?.all() ?? [];
  }

  /** The candidate has noticed this deadline, and these ends of sections. */
  notice(deadline: string | undefined, ends: Record<number, string>) {
    this.#runner.send({ type: "noticed", deadline, ends });
  }

  submit(reason: SubmitReason, confirmation?: Confirmation) {
    if (confirmation) this.#runner.confirmation = confirmation;
    this.#runner.send({ type: "submit", reason });
  }

  /** Returns to the questions while time remains. A submit already sent is up to the server. */
  cancelSubmit() {
    this.#runner.send({ type: "cancel_submit" });
  }

  /** Retries at once while the first load is pending. */
  retryLoad() {
    this.#runner.send({ type: "retry_load" });
  }

  /** Deletes this browser's copy of a test that was withdrawn. */
  async discard(): Promise<void> {
    await this.#runner.journal?.clear();
    await forgetPictures(this.token);
  }

  secondsLeft(deadline = this.#runner.state.deadline): number {
    const now = shownNow(this.#runner.state, this.clock.now());
    return deadline ? secondsLeft(deadline, now) : Number.POSITIVE_INFINITY;
  }

  close(): Promise<void> {
    return this.#runner.close();
  }
}
